import { join, relative, resolve } from 'node:path';
import { z } from 'zod';

/** One line of JSON each way, then the connection ends. */
export const commandRequest = z.object({
  command: z.string().max(100),
  args: z.array(z.string().max(10_000)),
});
export const commandReply = z.object({
  exitCode: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  output: z.string(),
});

/** The systems' own limit for a socket's path, less the closing zero. */
const MAX_PATH_BYTES = 103;

/** The socket in a data folder, spelled the shorter way; undefined where even that is too long for the system. */
export function commandSocketPath(dataDir: string): string | undefined {
  const absolute = join(resolve(dataDir), 'command.sock');
  const fromHere = relative(process.cwd(), absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : undefined;
}
