import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export interface BenchServerOptions {
  databaseUrl: string;
  dataDir: string;
  hasRateLimits: boolean;
  /** Also runs the Stripe sandbox, with webhooks, jobs, and timers. */
  hasSandbox: boolean;
  /** The URL of a running sandbox to use, which doesn't send webhooks to this server. */
  sandboxUrl?: string;
  /** Records the cost of each request for `takeCosts`. */
  recordsCosts: boolean;
}

const requestCost = z.object({
  databaseMs: z.number(),
  providerMs: z.number(),
  totalMs: z.number(),
  statements: z.array(z.object({ text: z.string(), values: z.array(z.unknown()) })),
});
/** How long a request waited for the database and Stripe, its total time, and its SQL statements. */
export type RequestCost = z.infer<typeof requestCost>;

const ready = z.object({ port: z.int(), sandboxPid: z.int().nullable() });

export interface BenchServer {
  port: number;
  pid: number;
  sandboxPid: number | null;
  /** Returns the costs of the requests since the last call. */
  takeCosts(): Promise<RequestCost[]>;
  stop(): Promise<void>;
}

const SERVER = fileURLToPath(new URL('./bench-server.ts', import.meta.url));

async function waitForMessage(child: ChildProcess): Promise<unknown> {
  const controller = new AbortController();
  const { signal } = controller;
  const exited = once(child, 'exit', { signal }).then(() => {
    throw new Error('The benchmark server ended');
  });
  // Avoid an unhandled rejection when the listener is aborted after a message arrived.
  exited.catch(() => {});
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), exited]);
    return message;
  } finally {
    controller.abort();
  }
}

/** Starts `bench-server.ts` and waits until it accepts requests. */
export async function startBenchServer(options: BenchServerOptions): Promise<BenchServer> {
  const child = fork(SERVER, [JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const { port, sandboxPid } = ready.parse(await waitForMessage(child));
  return {
    port,
    sandboxPid,
    pid: child.pid ?? 0,
    takeCosts: async () => {
      child.send('take-costs');
      return z.array(requestCost).parse(await waitForMessage(child));
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.send('stop');
      await exited;
    },
  };
}
