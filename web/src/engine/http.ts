// Questions answered by `grundy web`: natively, on all threads of the computer where it runs.
import type { Progress } from './contract';
import { DeskError, opened, stopped, unreadable, type Engine, type Options } from './engine.ts';

export class HttpEngine implements Engine {
  readonly kind = 'http';

  constructor(
    private readonly base: URL,
    readonly version: string,
  ) {}

  async ask(question: object, options: Options): Promise<unknown> {
    const { signal, progress } = options;
    let response: Response;
    try {
      response = await fetch(new URL('api/ask', this.base), {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: progress ? 'text/event-stream' : 'application/json',
        },
        body: JSON.stringify(question),
        signal: signal ?? null,
      });
      const type = response.headers.get('Content-Type') ?? '';
      if (progress && response.body && type.startsWith('text/event-stream')) {
        return opened(await last(response.body, progress));
      }
      return opened(await json(response));
    } catch (error) {
      if (error instanceof DeskError) throw error;
      if (signal?.aborted) throw stopped();
      throw new DeskError('unreachable', {
        en: 'The program behind this page does not answer. Is `grundy web` still running?',
        zh: '页面背后的程序没有响应。`grundy web` 还在运行吗？',
      });
    }
  }
}

async function json(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unreadable();
  }
}

/** Reads server-sent events: each `progress` is told, `answer` is the end. */
async function last(body: ReadableStream<Uint8Array>, tell: (p: Progress) => void): Promise<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let event = '';
  let data: string[] = [];
  for (;;) {
    const { value, done } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      const line = text.slice(0, end).replace(/\r$/, '');
      text = text.slice(end + 1);
      if (line === '') {
        const written = data.join('\n');
        if (event === 'progress') tell(JSON.parse(written) as Progress);
        if (event === 'answer') {
          void reader.cancel();
          return JSON.parse(written) as unknown;
        }
        event = '';
        data = [];
      } else if (line.startsWith('event:')) {
        event = line.slice(6).trim();
      } else if (line.startsWith('data:')) {
        data.push(line.slice(5).replace(/^ /, ''));
      }
    }
    if (done) throw unreadable();
  }
}
