// What the page knows of the engine behind it: questions go in, answers come out. Whether they
// are answered by `grundy web` (http.ts) or in this browser (wasm.ts), no other file knows.
import type * as desk from './contract.d.ts';
import type { Both, Lang, Progress } from './contract.d.ts';

/** Every question by its verb, with its answer. */
export interface Verbs {
  games: [desk.GamesQuestion, desk.GamesAnswer];
  game: [desk.GameQuestion, desk.GamePage];
  solve: [desk.SolveQuestion, desk.Solved];
  play: [desk.PlayQuestion, desk.Table];
  table: [desk.TableQuestion, desk.Values];
  study: [desk.StudyQuestion, desk.Study];
  period: [desk.PeriodQuestion, desk.Period];
  misere: [desk.MisereQuestion, desk.Quotient];
  graph: [desk.GraphQuestion, desk.Graph];
  nim: [desk.NimQuestion, desk.NimAnswer];
  'nim-table': [desk.NimTableQuestion, desk.NimTable];
  check: [desk.CheckQuestion, desk.Checked];
  words: [Record<string, never>, desk.Words];
  test: [desk.TestQuestion, desk.Tested];
  explain: [desk.ExplainQuestion, desk.Explained];
  draw: [desk.DrawQuestion, desk.Drawn];
  annotate: [desk.AnnotateQuestion, desk.Annotated];
  verify: [desk.VerifyQuestion, desk.Verified];
  exercise: [desk.ExerciseQuestion, desk.Exercise];
  count: [desk.CountQuestion, desk.Count];
  sequence: [desk.SequenceQuestion, desk.Sequence];
  law: [desk.LawQuestion, desk.Study];
  look: [desk.LookQuestion, desk.Look];
}
export type Verb = keyof Verbs;
export type Question<V extends Verb> = Verbs[V][0];
export type Answer<V extends Verb> = Verbs[V][1];

export type Limits = { states?: number; bytes?: number; milliseconds?: number };

export interface Options {
  /** Stops the work. */
  signal?: AbortSignal | undefined;
  /** Told now and then while the work goes on; ask for it where work may be long. */
  progress?: ((progress: Progress) => void) | undefined;
  limits?: Limits | undefined;
  /** Not the language of the page. */
  lang?: Lang | undefined;
}

export interface Engine {
  readonly kind: 'http' | 'wasm';
  readonly version: string;
  /** The answer to a question that has been written as an object of the contract. */
  ask(question: object, options: Options): Promise<unknown>;
}

/** A question that has no answer. */
export class DeskError extends Error {
  override readonly name = 'DeskError';
  constructor(
    readonly code: string,
    /** In the language of the question, or in both where the page itself says it. */
    readonly text: string | Both,
    readonly more: Omit<desk.Failure['error'], 'code' | 'message'> = {},
  ) {
    super(typeof text === 'string' ? text : text.en);
  }
}

/** The work was stopped by the reader, or is not needed any more. */
export function stopped(): DeskError {
  return new DeskError('cancelled', { en: 'Stopped.', zh: '已停止。' });
}

/** An answer, or the failure that stands in its place, thrown. */
export function opened(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) throw unreadable();
  const failure = (answer as Partial<desk.Failure>).error;
  if (failure !== undefined) {
    const { code, message, ...more } = failure;
    throw new DeskError(code, message, more);
  }
  return answer;
}

/** What came back is no answer. */
export function unreadable(): DeskError {
  return new DeskError('no_answer', {
    en: 'The engine gave no answer that could be read.',
    zh: '引擎没有给出可读的回答。',
  });
}
