// While one works on the page, the server of Vite answers the page's questions itself, by one
// process `grundy batch` that stays (the program is named by GRUNDY_BIN). Nothing of this is in
// the built page: there `grundy web` answers, or the engine in the browser.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import type { Connect, Plugin } from 'vite';

interface Waiting {
  id: unknown;
  give(line: string): void;
}

class Batch {
  private child: ChildProcessWithoutNullStreams | undefined;
  private readonly waiting = new Map<string, Waiting>();
  private count = 0;

  constructor(private readonly program: string) {}

  private start(): ChildProcessWithoutNullStreams {
    const child = spawn(this.program, ['batch']);
    createInterface({ input: child.stdout }).on('line', (line) => this.take(line));
    child.stderr.on('data', (text: Buffer) => process.stderr.write(text));
    child.on('exit', () => {
      this.child = undefined;
      const message = 'the process `grundy batch` has ended';
      for (const each of this.waiting.values()) {
        each.give(JSON.stringify({ id: each.id, error: { code: 'internal', message } }));
      }
      this.waiting.clear();
    });
    return child;
  }

  private take(line: string): void {
    let answer: { id?: unknown };
    try {
      answer = JSON.parse(line) as { id?: unknown };
    } catch {
      return;
    }
    const key = String(answer.id);
    const waiting = this.waiting.get(key);
    if (!waiting) return;
    this.waiting.delete(key);
    waiting.give(JSON.stringify({ ...answer, id: waiting.id }));
  }

  ask(body: string): Promise<string> {
    let question: { id?: unknown };
    try {
      question = JSON.parse(body) as { id?: unknown };
    } catch (error) {
      const message = String(error);
      return Promise.resolve(JSON.stringify({ error: { code: 'bad_json', message } }));
    }
    this.child ??= this.start();
    const key = `bridge-${++this.count}`;
    return new Promise((give) => {
      this.waiting.set(key, { id: question.id, give });
      this.child?.stdin.write(JSON.stringify({ ...question, id: key }) + '\n');
    });
  }

  stop(): void {
    this.child?.kill();
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function answers(batch: Batch): Connect.NextHandleFunction {
  return (request: IncomingMessage, response: ServerResponse, next) => {
    const path = (request.url ?? '').split('?')[0];
    if (path === '/api/health') {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ name: 'grundy', version: 'dev' }));
    } else if (path === '/api/ask' && request.method === 'POST') {
      void read(request)
        .then((body) => batch.ask(body))
        .then((line) => {
          const stream = (request.headers.accept ?? '').includes('text/event-stream');
          response.setHeader('Content-Type', stream ? 'text/event-stream' : 'application/json');
          response.end(stream ? `event: answer\ndata: ${line}\n\n` : line);
        });
    } else {
      next();
    }
  };
}

export function bridge(): Plugin {
  const program = process.env['GRUNDY_BIN'];
  const batch = program ? new Batch(program) : undefined;
  return {
    name: 'bridge',
    apply: 'serve',
    configureServer(server) {
      if (batch) server.middlewares.use(answers(batch));
      server.httpServer?.on('close', () => batch?.stop());
    },
    configurePreviewServer(server) {
      if (batch) server.middlewares.use(answers(batch));
      server.httpServer.on('close', () => batch?.stop());
    },
  };
}
