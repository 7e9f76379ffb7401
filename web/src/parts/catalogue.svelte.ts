// The catalogue of games, asked for once; sections that let the reader choose a game share it.
import { ask, type GamesAnswer } from '../engine/index.ts';

class Catalogue {
  now = $state.raw<GamesAnswer | undefined>();
  error = $state.raw<unknown>();
  private asked: Promise<GamesAnswer> | undefined;

  /** Fetches it, the first time. */
  load(): Promise<GamesAnswer> {
    this.asked ??= ask('games', {}).then(
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
