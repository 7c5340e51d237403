import { on, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CardSheet } from './card-sheet-pdf.ts';

/** One sheet at a time: each keeps a processor busy. */
let last: Promise<unknown> = Promise.resolve();

/** A thread that draws the sheet, when those before it have ended. How fast its pieces are taken holds nobody up. */
async function beginThread(sheet: CardSheet): Promise<Worker> {
  const begun = last.then(
    () => new Worker(new URL('./card-sheet-worker.ts', import.meta.url), { workerData: sheet }),
  );
  last = begun.then((worker) => once(worker, 'exit')).catch(() => {});
  return begun;
}

/** The sheet's PDF in pieces. The thread ends with the last one, or when nobody takes them any more. */
export async function* printInThread(sheet: CardSheet): AsyncGenerator<Uint8Array> {
  const worker = await beginThread(sheet);
  try {
    // What was posted before the thread ended is delivered before 'exit'; an error of the thread is thrown here.
    for await (const [piece] of on(worker, 'message', { close: ['exit'] })) {
      if (piece instanceof Uint8Array) yield piece;
    }
  } finally {
    await worker.terminate();
  }
}
