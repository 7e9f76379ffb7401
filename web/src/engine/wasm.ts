// Questions answered in this browser: the same engine compiled to WebAssembly, in a worker.
//
// A worker answers one question at a time and cannot be interrupted, so to stop a question is to
// end its worker; the module is compiled once and a new worker starts in a few milliseconds.
// Work that reports progress has a lane of its own, so that a long study leaves the board alive;
// everything else has two, so that one slow answer does not hold up the next.
import type { Progress } from './contract';
import { DeskError, opened, stopped, type Engine, type Options } from './engine.ts';

/** What the page tells a worker. */
export type Order = { module: WebAssembly.Module } | { ask: number; text: string };
/** What a worker tells the page. */
export type Word =
  | { of: number; answer: string }
  | { of: number; progress: string }
  | { of: number; trap: string };

interface Job {
  number: number;
  text: string;
  progress: ((progress: Progress) => void) | undefined;
  give(answer: string): void;
  fail(error: DeskError): void;
}

class Lane {
  private worker: Worker | undefined;
  private running: Job | undefined;
  private readonly queue: Job[] = [];

  constructor(private readonly module: Promise<WebAssembly.Module>) {}

  /** How many questions wait here or are worked at. */
  get load(): number {
    return this.queue.length + (this.running ? 1 : 0);
  }

  add(job: Job): void {
    this.queue.push(job);
    void this.next();
  }

  /** Takes a job back, by ending the worker if that is at it. */
  drop(job: Job): void {
    const at = this.queue.indexOf(job);
    if (at >= 0) this.queue.splice(at, 1);
    else if (this.running === job) this.renew();
  }

  private renew(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.running = undefined;
    void this.next();
  }

  private async next(): Promise<void> {
    if (this.running || this.queue.length === 0) return;
    const job = (this.running = this.queue.shift());
    if (!job) return;
    let module: WebAssembly.Module;
    try {
      module = await this.module;
    } catch {
      this.running = undefined;
      job.fail(missing());
      void this.next();
      return;
    }
    // The job may have been dropped meanwhile.
    if (this.running !== job) return;
    if (!this.worker) {
      this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      this.worker.onmessage = (event: MessageEvent<Word>) => this.hear(event.data);
      this.worker.onerror = (event) => {
        event.preventDefault();
        this.broke(event.message);
      };
      this.worker.postMessage({ module } satisfies Order);
    }
    this.worker.postMessage({ ask: job.number, text: job.text } satisfies Order);
  }

  private hear(word: Word): void {
    const job = this.running;
    if (!job || job.number !== word.of) return;
    if ('progress' in word) {
      job.progress?.(JSON.parse(word.progress) as Progress);
    } else if ('trap' in word) {
      this.broke(word.trap);
    } else {
      this.running = undefined;
      job.give(word.answer);
      void this.next();
    }
  }

  /** The engine came to a sudden end (memory, most likely): a new one takes its place. */
  private broke(what: string): void {
    const job = this.running;
    this.renew();
    job?.fail(
      new DeskError('internal', {
        en: `The engine in this browser stopped at this question (${what}). It has been started anew.`,
        zh: `浏览器中的引擎在处理此问题时中止（${what}），已重新启动。`,
      }),
    );
  }
}

function missing(): DeskError {
  return new DeskError('unreachable', {
    en: 'The engine (grundy.wasm) could not be loaded: it is not among the files of this page, or you are offline.',
    zh: '无法加载引擎（grundy.wasm）：本页文件中没有它，或者您已离线。',
  });
}

async function load(base: URL): Promise<WebAssembly.Module> {
  const response = await fetch(new URL('grundy.wasm', base));
  if (!response.ok) throw new Error(String(response.status));
  // Hosts that do not know the type of the file get the slower way.
  if (response.headers.get('Content-Type') === 'application/wasm') {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

export class WasmEngine implements Engine {
  readonly kind = 'wasm';
  private readonly quick: [Lane, Lane];
  private readonly long: Lane;
  private count = 0;

  constructor(
    base: URL,
    readonly version: string,
  ) {
    const module = load(base);
    // Who asks is told; nobody asking is no failure.
    module.catch(() => undefined);
    this.quick = [new Lane(module), new Lane(module)];
    this.long = new Lane(module);
  }

  async ask(question: object, options: Options): Promise<unknown> {
    const { signal, progress } = options;
    if (signal?.aborted) throw stopped();
    const [first, second] = this.quick;
    const lane = progress ? this.long : first.load <= second.load ? first : second;
    const text = JSON.stringify(question);
    const answer = await new Promise<string>((give, fail) => {
      const job: Job = { number: ++this.count, text, progress, give, fail };
      const stop = () => {
        lane.drop(job);
        fail(stopped());
      };
      signal?.addEventListener('abort', stop, { once: true });
      lane.add(job);
    });
    return opened(JSON.parse(answer) as unknown);
  }
}
