// Questions answered in this browser: the same engine compiled to WebAssembly, in a worker.
//
// There are two modules. The one that is loaded first has no laws; a question that needs them it
// refuses (`needs_laws`). Then the whole one is loaded, once, takes the place of the first in
// that worker, and is asked again. An engine remembers nothing from one question to the next that
// an answer depends on, so that nothing is lost.
//
// A worker answers one question at a time and cannot be interrupted, so to stop a question is to
// end its worker; the module is compiled once and a new worker starts in a few milliseconds.
// Work that reports progress has a lane of its own, so that a long study leaves the board alive;
// everything else has two, so that one slow answer does not hold up the next.
import type { Failure, Progress } from './contract';
import { DeskError, opened, stopped, type Engine, type Options } from './engine.ts';

/** What the page tells a worker: which module answers from now on, or a question. */
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

/** A module that is loaded and compiled when it is asked for, once; again if that failed. */
class Part {
  private compiled: Promise<WebAssembly.Module> | undefined;

  constructor(
    private readonly base: URL,
    readonly name: string,
  ) {}

  get(): Promise<WebAssembly.Module> {
    this.compiled ??= load(new URL(this.name, this.base)).catch((error: unknown) => {
      this.compiled = undefined;
      throw error;
    });
    return this.compiled;
  }
}

/** The two modules. */
interface Parts {
  first: Part;
  whole: Part;
}

/** Whether a module refused a question because it has no laws. */
function needsLaws(answer: string): boolean {
  // Long answers are not read twice.
  return answer.includes('"needs_laws"') && (JSON.parse(answer) as Partial<Failure>).error?.code === 'needs_laws';
}

class Lane {
  private worker: Worker | undefined;
  private running: Job | undefined;
  private readonly queue: Job[] = [];
  /** The module of this lane: the first, until a question needs the whole one. */
  private part: Part;

  constructor(private readonly parts: Parts) {
    this.part = parts.first;
  }

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
    if (job) await this.put(job);
  }

  /** Gives a job to the worker, which is started if there is none and told of its module if that is new. */
  private async put(job: Job, part = this.part): Promise<void> {
    let module: WebAssembly.Module;
    try {
      module = await part.get();
    } catch {
      if (this.running !== job) return;
      this.running = undefined;
      job.fail(missing(part.name));
      void this.next();
      return;
    }
    // The job may have been dropped meanwhile.
    if (this.running !== job) return;
    if (!this.worker || this.part !== part) {
      this.worker ??= this.start();
      this.part = part;
      this.worker.postMessage({ module } satisfies Order);
    }
    this.worker.postMessage({ ask: job.number, text: job.text } satisfies Order);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<Word>) => this.hear(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.broke(event.message);
    };
    return worker;
  }

  private hear(word: Word): void {
    const job = this.running;
    if (!job || job.number !== word.of) return;
    if ('progress' in word) {
      job.progress?.(JSON.parse(word.progress) as Progress);
    } else if ('trap' in word) {
      this.broke(word.trap);
    } else if (this.part !== this.parts.whole && needsLaws(word.answer)) {
      void this.put(job, this.parts.whole);
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

function missing(name: string): DeskError {
  return new DeskError('unreachable', {
    en: `The engine (${name}) could not be loaded: it is not among the files of this page, or you are offline.`,
    zh: `无法加载引擎（${name}）：本页文件中没有它，或者您已离线。`,
  });
}

async function load(from: URL): Promise<WebAssembly.Module> {
  const response = await fetch(from);
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
    const parts = { first: new Part(base, 'grundy.wasm'), whole: new Part(base, 'grundy-laws.wasm') };
    // Before anybody asks; who asks is told if it fails.
    parts.first.get().catch(() => undefined);
    this.quick = [new Lane(parts), new Lane(parts)];
    this.long = new Lane(parts);
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
