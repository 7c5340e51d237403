/** Short, because a request that queries the database often waits for such a turn each time. */
const MAX_TURN_MS = 2;

const waiting: Array<() => void> = [];

/** Resolves in a later turn of the event loop, in which only one caller continues. */
function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(startNextTurn);
  });
}

function startNextTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(startNextTurn);
}

/**
 * Yields the items, and lets other requests run whenever the caller has worked on them for a few
 * milliseconds. Callers take turns, so that several of them delay others no more than one does. Use it for work
 * on more rows or text than one turn of the event loop should hold.
 */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let startedAt = performance.now();
  for (const item of items) {
    if (performance.now() - startedAt >= MAX_TURN_MS) {
      await waitForTurn();
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
