// While one works on the page, the server of Vite answers the page's questions itself, by one
// process `grundy batch` that stays (the program is named by GRUNDY_BIN). Nothing of this is in
// the built page: there `grundy web` answers, or the engine in the browser.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import type { Connect, Plugin } from 'vite';

/** `grundy batch` answers each line by a line, in the same order. */
class Batch {
  private child: ChildProcessWithoutNullStreams | undefined;
  private waiting: ((line: string) => void)[] = [];

  constructor(private readonly program: string) {}

  private start(): ChildProcessWithoutNullStreams {
    const child = spawn(this.program, ['batch']);
    createInterface({ input: child.stdout }).on('line', (line) => this.waiting.shift()?.(line));
    child.stderr.on('data', (text: Buffer) => process.stderr.write(text));
    child.on('exit', () => {
      this.child = undefined;
      const message = 'the process `grundy batch` has ended';
      for (const give of this.waiting) give(JSON.stringify({ error: { code: 'internal', message } }));
      this.waiting = [];
    });
    return child;
  }

  ask(body: string): Promise<string> {
    this.child ??= this.start();
    const child = this.child;
    return new Promise((give) => {
      this.waiting.push(give);
      child.stdin.write(body.replace(/[\r\n]+/g, ' ').trim() + '\n');
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
