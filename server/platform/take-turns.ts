import { setImmediate } from 'node:timers/promises';

/** Short enough that several such pieces of work in a row delay other requests only a little. */
const MAX_TURN_MS = 5;

/**
 * Yields the items, and lets other requests run whenever the caller has worked on them for a few
 * milliseconds. Use it for work on more rows or text than one turn of the event loop should hold.
 */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let startedAt = performance.now();
  for (const item of items) {
    if (performance.now() - startedAt >= MAX_TURN_MS) {
      await setImmediate();
      startedAt = performance.now();
    }
    yield item;
  }
}

/** Small, because a parser reads a chunk in one turn of the event loop. */
const CHUNK_BYTES = 4 * 1024;

/** Yields a file in small chunks, and gives other requests a turn between them. */
export function readInChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  return inTurns(splitIntoChunks(bytes));
}

function* splitIntoChunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield bytes.subarray(start, start + CHUNK_BYTES);
  }
}
