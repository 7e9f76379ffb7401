// What moves bring and why: asked beside the board, so that the board never waits for it.
import type { Choice, Table } from '../../engine/index.ts';
import { Job } from '../../engine/job.svelte.ts';
import type { Match } from './match.svelte.ts';
import { question } from './state.ts';

/** Of the board that a match shows, as its state asks for it. Made while a component is. */
export class Analysis {
  readonly job = new Job('play', { keep: true, limits: { milliseconds: 8000 } });
  /** The board that the answer is about. */
  private about = $state(-1);
  private readonly asked = $derived.by((): string => {
    const { state, table, error, thinking, loading } = this.match;
    const { marks, why } = state;
    if (!(marks || why) || !table || table.over || error || thinking || loading) return '';
    return JSON.stringify({ ...question(state), rate: marks, why });
  });

  constructor(private readonly match: Match) {
    $effect(() => {
      if (this.asked === '') {
        this.job.clear();
        return;
      }
      const board = this.match.shown;
      void this.job.run(JSON.parse(this.asked) as ReturnType<typeof question>).then((answer) => {
        if (answer) this.about = board;
      });
    });
  }

  /** The answer, if it is about the board that is shown. */
  get seen(): Table | undefined {
    return this.about === this.match.shown ? this.job.answer : undefined;
  }

  /** The moves with what they bring, if signs on them are asked for and known. */
  get rated(): readonly Choice[] | undefined {
    const { seen } = this;
    return this.match.state.marks && seen && !seen.unrated ? seen.choices : undefined;
  }
}
