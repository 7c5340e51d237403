import { on, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CardSheet } from './card-sheet-pdf.ts';

/** One at a time, because each sheet uses a whole CPU core. */
let last: Promise<unknown> = Promise.resolve();

/** Draws the sheet in a worker thread after the sheets queued before it. A slow reader does not block the queue. */
async function beginThread(sheet: CardSheet): Promise<Worker> {
  const begun = last.then(
    () => new Worker(new URL('./card-sheet-worker.ts', import.meta.url), { workerData: sheet }),
  );
  last = begun.then((worker) => once(worker, 'exit')).catch(() => {});
  return begun;
}

/** Streams the sheet's PDF. The thread ends with the last chunk, or when the reader stops. */
export async function* printInThread(sheet: CardSheet): AsyncGenerator<Uint8Array> {
  const worker = await beginThread(sheet);
  try {
    // Messages posted before the thread ends arrive before 'exit'. An error in the thread is thrown here.
    for await (const [piece] of on(worker, 'message', { close: ['exit'] })) {
      if (piece instanceof Uint8Array) yield piece;
    }
  } finally {
    await worker.terminate();
  }
}
