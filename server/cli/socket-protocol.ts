import { join, relative, resolve } from 'node:path';
import { z } from 'zod';

/** One line of JSON, followed by standard input if the command reads it. */
export const commandRequest = z.object({
  command: z.string().max(100),
  args: z.array(z.string().max(10_000)),
});
const result = z.object({
  exitCode: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  output: z.string(),
});
/** Lines of JSON: output and progress, and finally the result. */
export const commandReply = z.union([
  result,
  z.object({ write: z.string() }),
  z.object({ note: z.string() }),
  z.object({ progress: z.object({ done: z.number(), total: z.number().nullable(), text: z.string() }) }),
]);
export type CommandReply = z.infer<typeof commandReply>;

const MAX_REQUEST_BYTES = 1_000_000;
const NEWLINE = 10;

/** Reads the first line and returns the rest as a stream. */
export async function splitFirstLine(
  chunks: AsyncIterator<Buffer>,
): Promise<{ line: string; rest: AsyncIterable<Uint8Array> }> {
  let head = Buffer.alloc(0);
  for (;;) {
    const { done, value } = await chunks.next();
    if (done) return { line: head.toString(), rest: remainder(Buffer.alloc(0), undefined) };
    const end = value.indexOf(NEWLINE);
    if (end >= 0) {
      const line = Buffer.concat([head, value.subarray(0, end)]).toString();
      return { line, rest: remainder(value.subarray(end + 1), chunks) };
    }
    head = Buffer.concat([head, value]);
    if (head.length > MAX_REQUEST_BYTES) throw new Error('The request is too long.');
  }
}

async function* remainder(firstChunk: Buffer, chunks: AsyncIterator<Buffer> | undefined) {
  if (firstChunk.length > 0) yield firstChunk;
  for (let next = await chunks?.next(); next && !next.done; next = await chunks?.next()) yield next.value;
}

/** Yields each line. */
export async function* lines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let partial = '';
  for await (const chunk of chunks) {
    const parts = `${partial}${decoder.decode(chunk, { stream: true })}`.split('\n');
    partial = parts.pop() ?? '';
    yield* parts;
  }
  if (partial !== '') yield partial;
}

/** The smallest limit of common systems for a socket path, without the terminating zero. */
const MAX_PATH_BYTES = 103;

/** The shorter of the absolute and the relative path; undefined if even that is too long. */
export function commandSocketPath(dataDir: string): string | undefined {
  const absolute = join(resolve(dataDir), 'command.sock');
  const fromHere = relative(process.cwd(), absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : undefined;
}
