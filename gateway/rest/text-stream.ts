import { Readable } from 'node:stream';
import type { Context } from '#server/context.ts';

async function* resume(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/**
 * A text that is sent as it is read. What fails before its first part is thrown here, and answered as every other
 * failure; later the connection breaks, so that nobody takes half of it for all of it.
 */
export async function textStream(
  ctx: Context,
  text: AsyncGenerator<string>,
  what: string,
): Promise<Readable> {
  const { deps, requestId } = ctx;
  const stream = Readable.from(resume(await text.next(), text), { objectMode: false });
  return stream.once('error', (err) => deps.log.error({ err, requestId }, what));
}
