// What the page knows of the engine behind it: questions go in, answers come out. Whether they
// are answered by `grundy web` (http.ts), in this browser (wasm.ts) or by the kernel of a notebook
// (widget.ts), no other file knows.
import type { Answers, Both, Failure, Lang, Limits, Progress, Questions } from './contract';

export type { Limits } from './contract';
export type Verb = keyof Questions;
export type Question<V extends Verb> = Questions[V];
export type Answer<V extends Verb> = Answers[V];

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
  readonly kind: 'http' | 'wasm' | 'widget';
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
    readonly more: Omit<Failure['error'], 'code' | 'message'> = {},
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
  const failure = (answer as Partial<Failure>).error;
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
