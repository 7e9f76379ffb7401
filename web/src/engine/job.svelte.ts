// A question as a section sees it: asked, worked at, answered or failed, asked anew.
import type { Progress } from './contract';
import { DeskError, unreadable, type Answer, type Options, type Question, type Verb } from './engine.ts';
import { ask } from './index.ts';

/**
 * Holds the last answer of one verb (reactive). Asking again stops the question before, and a
 * late answer to an old question is never shown.
 *
 * ```ts
 * const job = new Job('study', { long: true });
 * $effect(() => { void job.run({ game }); return () => job.stop(); });
 * ```
 */
export class Job<V extends Verb> {
  answer = $state.raw<Answer<V> | undefined>();
  error = $state.raw<DeskError | undefined>();
  busy = $state(false);
  progress = $state.raw<Progress | undefined>();
  private control: AbortController | undefined;

  constructor(
    private readonly verb: V,
    /** `long`: asks for progress. `keep`: the old answer stays until the new one is there. */
    private readonly how: { long?: boolean; keep?: boolean; limits?: Options['limits'] } = {},
  ) {}

  /** Asks; gives the answer, or undefined if it failed or was overtaken. */
  async run(question: Question<V>): Promise<Answer<V> | undefined> {
    this.control?.abort();
    const control = (this.control = new AbortController());
    this.busy = true;
    this.error = undefined;
    this.progress = undefined;
    if (!this.how.keep) this.answer = undefined;
    const mine = () => this.control === control;
    try {
      const answer = await ask(this.verb, question, {
        signal: control.signal,
        limits: this.how.limits,
        progress: this.how.long ? (progress) => mine() && (this.progress = progress) : undefined,
      });
      if (!mine()) return undefined;
      this.answer = answer;
      return answer;
    } catch (error) {
      if (mine()) {
        this.answer = undefined;
        this.error = error instanceof DeskError ? error : unreadable();
      }
      return undefined;
    } finally {
      if (mine()) {
        this.busy = false;
        this.control = undefined;
      }
    }
  }

  /** Stops the work; what is shown then is that it was stopped. */
  stop(): void {
    this.control?.abort();
  }

  /** Forgets everything, silently. */
  clear(): void {
    this.control?.abort();
    this.control = undefined;
    this.busy = false;
    this.answer = this.error = this.progress = undefined;
  }
}
