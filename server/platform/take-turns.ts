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
