// A game between a person and the engine, or two people: the table, whose turn it is, what the
// engine answers. Where the state is kept (the address, or an element of another page) is
// decided by who makes the match.
import type { Choice, Table } from '../../engine/index.ts';
import { ask, DeskError } from '../../engine/index.ts';
import { lang } from '../../i18n.svelte.ts';
import { before, begun, engine_turn, FRESH, later, question, type Setup, type State } from './state.ts';

const calm = matchMedia('(prefers-reduced-motion: reduce)');
/** How long the elements of the engine's move are shown before it is made. */
const PAUSE = 650;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export type Keep = (state: State, how: { replace: boolean }) => void;

export class Match {
  state = $state.raw<State>(FRESH);
  /** The board that is shown. */
  table = $state.raw<Table>();
  error = $state.raw<unknown>();
  /** Whether the error was the engine's, when it should have moved. */
  stuck = $state(false);
  /** It is the engine's turn: it thinks, or shows what it is about to do. */
  thinking = $state(false);
  /** It thinks. */
  waiting = $state(false);
  loading = $state(false);
  /** What the engine is about to touch. */
  flash = $state.raw<readonly string[]>([]);
  /** What the last move touched. */
  touched = $state.raw<readonly string[]>([]);
  /** Counts the boards shown: who asks about one of them knows whether it is still there. */
  shown = $state(0);

  private asked = '';
  private control: AbortController | undefined;

  constructor(private readonly keep: Keep) {}

  /** Shows a state. Asked of the engine only if the board, or its language, is another one. */
  async load(next: State): Promise<void> {
    this.state = next;
    const key = this.key(next);
    const same = key === this.asked;
    if (same && (this.error !== undefined || this.loading || this.thinking)) return;
    if (!same) {
      this.control?.abort();
      const control = (this.control = new AbortController());
      this.asked = key;
      this.error = undefined;
      this.stuck = false;
      this.thinking = this.waiting = false;
      this.flash = [];
      this.loading = true;
      try {
        const table = await ask('play', question(next), { signal: control.signal });
        if (this.control !== control) return;
        this.show(table, this.last(next));
      } catch (error) {
        if (this.control === control) this.error = error;
      } finally {
        if (this.control === control) this.loading = false;
      }
      if (this.control !== control) return;
    }
    if (this.state.at === this.state.moves.length && this.turn === 'engine' && !this.error) await this.reply();
  }

  /** Asks again what failed. */
  async retry(): Promise<void> {
    this.asked = '';
    this.error = undefined;
    await this.load(this.state);
  }

  private key(state: State): string {
    const { against, begins } = state;
    return JSON.stringify([question(state), against, begins, lang.now]);
  }

  private show(table: Table, touched: readonly string[]): void {
    this.table = table;
    this.touched = touched;
    this.shown += 1;
  }

  /** What the last move touched, if the board before it is still known. */
  private last(next: State): readonly string[] {
    const made = next.moves[next.at - 1];
    const old = this.table;
    if (made === undefined || !old || old.played.length !== next.at - 1) return [];
    return old.choices.find((choice) => choice.move === made)?.touches ?? [];
  }

  /** Who is to move on the board that is shown. */
  get turn(): 'engine' | 'person' | 'nobody' {
    if (!this.table || this.table.over || this.error) return 'nobody';
    return engine_turn(this.state, this.state.at) ? 'engine' : 'person';
  }

  /** Whether one looks back at a board of the past. */
  get past(): boolean {
    return this.state.at < this.state.moves.length;
  }

  /** The engine moves. */
  private async reply(): Promise<void> {
    const table = this.table;
    const state = this.state;
    if (!table) return;
    const control = (this.control = new AbortController());
    this.thinking = this.waiting = true;
    try {
      const reply = { level: state.level, seed: state.seed + state.at };
      const answer = await ask('play', { ...question(state), reply }, { signal: control.signal });
      if (this.control !== control) return;
      this.waiting = false;
      const touches = table.choices.find((choice) => choice.move === answer.replied)?.touches ?? [];
      if (!calm.matches) {
        this.flash = touches;
        await pause(PAUSE);
        if (this.control !== control) return;
      }
      this.thinking = false;
      this.flash = [];
      const next = { ...this.state, moves: answer.played, at: answer.played.length };
      this.asked = this.key(next);
      this.state = next;
      this.show(answer, touches);
      this.keep(next, { replace: true });
    } catch (error) {
      if (this.control !== control) return;
      this.thinking = this.waiting = false;
      this.flash = [];
      this.stuck = true;
      this.error = error;
    }
  }

  /** Stops the engine while it thinks. */
  stop(): void {
    this.control?.abort();
  }

  /** Leaves the table. */
  close(): void {
    this.control?.abort();
    this.control = undefined;
    this.asked = '';
  }

  /** A person moves. */
  move(move: string): void {
    if (this.turn !== 'person' || this.loading) return;
    const moves = [...this.state.moves.slice(0, this.state.at), move];
    this.keep({ ...this.state, moves, at: moves.length }, { replace: false });
  }

  /** Looks at the board after so many moves. */
  look(at: number): void {
    if (at < 0 || at > this.state.moves.length || at === this.state.at) return;
    this.keep({ ...this.state, at }, { replace: true });
  }

  get can_undo(): boolean {
    return before(this.state) !== undefined;
  }
  get can_redo(): boolean {
    return later(this.state) !== undefined;
  }
  undo(): void {
    const at = before(this.state);
    if (at !== undefined) this.look(at);
  }
  redo(): void {
    const at = later(this.state);
    if (at !== undefined) this.look(at);
  }

  /** Forgets what came after the board that is shown. */
  proceed(): void {
    this.keep({ ...this.state, moves: this.state.moves.slice(0, this.state.at) }, { replace: false });
  }

  /** A new game; another seed, so that a weak engine plays another game. */
  restart(change: Partial<Setup & Pick<State, 'begins' | 'against' | 'level'>> = {}): void {
    const seed = this.state.seed >= 1e9 ? 1 : this.state.seed + (this.state.level < 5 ? 1 : 0);
    this.keep({ ...begun({ ...this.state, ...change, seed }), ...change }, { replace: false });
  }

  /** Changes how the game is shown, or who plays from here on. */
  change(what: Partial<State>): void {
    this.keep({ ...this.state, ...what }, { replace: true });
  }
}

/** Whether an error is that the engine's means were not enough. */
export function too_much(error: unknown): boolean {
  return error instanceof DeskError && error.code === 'over_budget';
}

/** The choice of a name that a person typed: exactly, or but for spaces and case. */
export function typed(choices: readonly Choice[], text: string): Choice | undefined {
  const plain = (each: string): string => each.replace(/\s+/g, '').toLowerCase();
  return (
    choices.find((choice) => choice.move === text.trim()) ??
    choices.find((choice) => plain(choice.move) === plain(text))
  );
}
