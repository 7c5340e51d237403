import { Readable } from 'node:stream';
import type { Context } from '#server/platform/context.ts';

type Chunk = string | Uint8Array;

async function* prependFirst(
  first: IteratorResult<Chunk>,
  rest: AsyncGenerator<Chunk>,
): AsyncGenerator<Chunk> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/**
 * Streams a file while it is produced. An error before the first chunk is thrown, so the client gets an error
 * response. A later error breaks the connection, so that a partial file never looks complete.
 */
export async function chunkStream(
  ctx: Context,
  chunks: AsyncGenerator<Chunk>,
  description: string,
): Promise<Readable> {
  const { deps, requestId } = ctx;
  const stream = Readable.from(prependFirst(await chunks.next(), chunks), { objectMode: false });
  return stream.once('error', (err) => deps.log.error({ err, requestId }, description));
}
