import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export interface BenchServerOptions {
  databaseUrl: string;
  dataDir: string;
  /** Counts requests as the product does; otherwise nobody is ever refused. */
  limits: boolean;
  /** Runs the card network's sandbox beside it, with webhooks, jobs and timers. */
  sandbox: boolean;
  /** Keeps what each request spent, until asked for it. */
  watch: boolean;
}

const spent = z.object({
  databaseMs: z.number(),
  providerMs: z.number(),
  totalMs: z.number(),
  statements: z.array(z.object({ text: z.string(), values: z.array(z.unknown()) })),
});
/** What one request did: milliseconds waited for others, in all, and the SQL that it asked for. */
export type Spent = z.infer<typeof spent>;

const ready = z.object({ port: z.int(), sandboxPid: z.int().nullable() });

export interface BenchServer {
  port: number;
  pid: number;
  sandboxPid: number | null;
  /** What the requests since the last call spent. */
  spent(): Promise<Spent[]>;
  stop(): Promise<void>;
}

const SERVER = fileURLToPath(new URL('./bench-server.ts', import.meta.url));

async function answerOf(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('The server under measurement ended');
  });
  // Nobody waits for it any more once the answer is there.
  ended.catch(() => {});
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message;
  } finally {
    over.abort();
  }
}

/** Starts `bench-server.ts`; resolves when it takes requests. */
export async function startBenchServer(options: BenchServerOptions): Promise<BenchServer> {
  const child = fork(SERVER, [JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const { port, sandboxPid } = ready.parse(await answerOf(child));
  return {
    port,
    sandboxPid,
    pid: child.pid ?? 0,
    spent: async () => {
      child.send('spent');
      return z.array(spent).parse(await answerOf(child));
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.send('stop');
      await ended;
    },
  };
}
