// The catalogue of games as sections see it that let the reader choose one.
import { catalogue as all } from '../engine/catalogue.ts';
import type { GamesAnswer } from '../engine/index.ts';

class Catalogue {
  now = $state.raw<GamesAnswer | undefined>();
  error = $state.raw<unknown>();
  private asked: Promise<GamesAnswer> | undefined;

  /** Fetches it, the first time. */
  load(): Promise<GamesAnswer> {
    this.asked ??= all().then(
      (answer) => {
        this.error = undefined;
        return (this.now = answer);
      },
      (error: unknown) => {
        this.asked = undefined;
        this.error = error;
        throw error;
      },
    );
    return this.asked;
  }
}

export const catalogue = new Catalogue();
