import { join, relative, resolve } from 'node:path';
import { z } from 'zod';

/** The client's first line, as JSON. Standard input follows if the command reads it. */
export const commandRequest = z.object({
  command: z.string().max(100),
  args: z.array(z.string().max(10_000)),
});
const resultReply = z.object({
  exitCode: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  output: z.string(),
});
/** Each line from the server, as JSON: output, a note, or progress. The last line is the result. */
export const commandReply = z.union([
  resultReply,
  z.object({ write: z.string() }),
  z.object({ note: z.string() }),
  z.object({ progress: z.object({ done: z.number(), total: z.number().nullable(), text: z.string() }) }),
]);
export type CommandReply = z.infer<typeof commandReply>;

const MAX_REQUEST_BYTES = 1_000_000;
const NEWLINE = 10;

/** Reads up to the first newline and returns the remaining bytes as a stream. */
export async function splitFirstLine(
  chunks: AsyncIterator<Buffer>,
): Promise<{ line: string; rest: AsyncIterable<Uint8Array> }> {
  let firstLine = Buffer.alloc(0);
  for (;;) {
    const { done, value } = await chunks.next();
    if (done) return { line: firstLine.toString(), rest: continueStream(Buffer.alloc(0), undefined) };
    const end = value.indexOf(NEWLINE);
    if (end >= 0) {
      const line = Buffer.concat([firstLine, value.subarray(0, end)]).toString();
      return { line, rest: continueStream(value.subarray(end + 1), chunks) };
    }
    firstLine = Buffer.concat([firstLine, value]);
    if (firstLine.length > MAX_REQUEST_BYTES) throw new Error('The request is too long.');
  }
}

async function* continueStream(firstChunk: Buffer, chunks: AsyncIterator<Buffer> | undefined) {
  if (firstChunk.length > 0) yield firstChunk;
  for (let next = await chunks?.next(); next && !next.done; next = await chunks?.next()) yield next.value;
}

export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let partialLine = '';
  for await (const chunk of chunks) {
    const parts = `${partialLine}${decoder.decode(chunk, { stream: true })}`.split('\n');
    partialLine = parts.pop() ?? '';
    yield* parts;
  }
  if (partialLine !== '') yield partialLine;
}

/** macOS allows 104 bytes with the terminating zero, fewer than Linux. */
const MAX_PATH_BYTES = 103;

/**
 * Returns the shorter of the absolute and the relative path, because socket paths have a length limit.
 * Undefined if both are too long.
 */
export function commandSocketPath(dataDir: string): string | undefined {
  const absolutePath = join(resolve(dataDir), 'command.sock');
  const relativePath = relative(process.cwd(), absolutePath);
  const path = relativePath.length < absolutePath.length ? relativePath : absolutePath;
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : undefined;
}
