import { Readable } from 'node:stream';
import type { Context } from '#server/context.ts';

type Piece = string | Uint8Array;

async function* resume(first: IteratorResult<Piece>, rest: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/**
 * A text or a file that is sent as it is made. What fails before its first part is thrown here, and answered as every other
 * failure; later the connection breaks, so that nobody takes half of it for all of it.
 */
export async function pieceStream(
  ctx: Context,
  pieces: AsyncGenerator<Piece>,
  what: string,
): Promise<Readable> {
  const { deps, requestId } = ctx;
  const stream = Readable.from(resume(await pieces.next(), pieces), { objectMode: false });
  return stream.once('error', (err) => deps.log.error({ err, requestId }, what));
}
