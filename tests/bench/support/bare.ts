import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { z } from 'zod';

export const bareOptions = z.object({
  databaseUrl: z.string().optional(),
  /** The SQL statements of each request. */
  requests: z.array(z.array(z.object({ text: z.string(), values: z.array(z.unknown()) }))).default([]),
  /** The recorded value that each request's parameter `input` replaces. */
  inputValue: z.string().optional(),
  filesFolder: z.string().optional(),
});
export type BareOptions = z.infer<typeof bareOptions>;

export interface BareServer {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** Starts `bare-server.ts` and waits until it accepts requests. */
export async function startBareServer(options: z.input<typeof bareOptions>): Promise<BareServer> {
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
  const file = join(folder, 'options');
  // JSON would not preserve dates and bytes.
  await writeFile(file, serialize(options));
  const child = fork(PROGRAM, [file]);
  const [ready] = await once(child, 'message');
  await rm(folder, { recursive: true });
  return {
    port: z.object({ port: z.int() }).parse(ready).port,
    pid: child.pid ?? 0,
    stop: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
