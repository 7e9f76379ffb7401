// Questions answered by the kernel of a notebook: the same engine inside of Python (`grundy.play`).
//
// They travel as messages of a widget. What is sent: `{ ask: id, question, progress }` and
// `{ cancel: id }`. What comes back: `{ id, heard }` at once, `{ id, progress }` now and then, and at the
// end `{ id, answer }` or `{ id, error }`. The question, news of progress and the answer are texts of JSON.
import type { Failure, Progress } from './contract';
import { DeskError, opened, stopped, unreadable, type Engine, type Options } from './engine.ts';

/** What a notebook gives a widget (anywidget): values shared with Python, and messages. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(message: object): void;
  on(event: string, hear: (message: unknown) => void): void;
  off(event: string, hear: (message: unknown) => void): void;
}

interface Word {
  id?: unknown;
  heard?: unknown;
  progress?: unknown;
  answer?: unknown;
  error?: unknown;
}

interface Waiting {
  model: Model;
  progress: ((progress: Progress) => void) | undefined;
  /** Until the kernel has said that it heard the question. */
  timer: ReturnType<typeof setTimeout>;
  give(answer: unknown): void;
  fail(error: DeskError): void;
}

/** How long a kernel that is idle may need to hear a question. */
const PATIENCE = 20_000;

function unheard(): DeskError {
  return new DeskError('unreachable', {
    en: 'The kernel of this notebook does not answer: it is busy with a cell, or not running.',
    zh: '此笔记本的内核没有响应：它正在执行某个单元格，或者没有运行。',
  });
}

/** A question holds everything it is about, so any of the open boards can carry it to the kernel. */
export class WidgetEngine implements Engine {
  readonly kind = 'widget';
  readonly version = '';
  private readonly models = new Map<Model, number>();
  private readonly waiting = new Map<string, Waiting>();
  /** The kernel tells every window in which the notebook is open: each knows its own questions by this. */
  private readonly window = Math.random().toString(36).slice(2);
  private count = 0;

  constructor(private readonly patience = PATIENCE) {}

  /** A board of this model is shown; what is given back is called when that ends. */
  join(model: Model): () => void {
    const views = this.models.get(model) ?? 0;
    if (views === 0) model.on('msg:custom', this.hear);
    this.models.set(model, views + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.leave(model);
    };
  }

  private leave(model: Model): void {
    const views = (this.models.get(model) ?? 1) - 1;
    if (views > 0) {
      this.models.set(model, views);
      return;
    }
    this.models.delete(model);
    for (const [id, waiting] of this.waiting) {
      if (waiting.model === model) this.drop(id, stopped());
    }
    model.off('msg:custom', this.hear);
  }

  /** Gives a question up. */
  private drop(id: string, why: DeskError): void {
    const waiting = this.end(id);
    if (!waiting) return;
    try {
      waiting.model.send({ cancel: id });
    } catch {
      // Nobody is there who could stop.
    }
    waiting.fail(why);
  }

  private end(id: string): Waiting | undefined {
    const waiting = this.waiting.get(id);
    if (waiting) clearTimeout(waiting.timer);
    this.waiting.delete(id);
    return waiting;
  }

  private readonly hear = (message: unknown): void => {
    if (typeof message !== 'object' || message === null) return;
    const { id, heard, progress, answer, error } = message as Word;
    if (typeof id !== 'string') return;
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    if (heard !== undefined) {
      clearTimeout(waiting.timer);
    } else if (typeof progress === 'string') {
      waiting.progress?.(JSON.parse(progress) as Progress);
    } else if (error !== undefined) {
      this.end(id)?.give({ error } as Failure);
    } else if (typeof answer === 'string') {
      this.end(id)?.give(read(answer));
    } else {
      this.end(id)?.fail(unreadable());
    }
  };

  async ask(question: object, options: Options): Promise<unknown> {
    const { signal, progress } = options;
    if (signal?.aborted) throw stopped();
    const model = [...this.models.keys()].at(-1);
    if (!model) throw unheard();
    const id = `${this.window}.${++this.count}`;
    const stop = (): void => this.drop(id, stopped());
    try {
      const answer = await new Promise<unknown>((give, fail) => {
        const timer = setTimeout(() => this.drop(id, unheard()), this.patience);
        this.waiting.set(id, { model, progress, timer, give, fail });
        signal?.addEventListener('abort', stop, { once: true });
        try {
          model.send({ ask: id, question: JSON.stringify(question), progress: progress !== undefined });
        } catch {
          this.end(id);
          fail(unheard());
        }
      });
      return opened(answer);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }
}

/** What is no JSON is no answer, and `opened` says so. */
function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
