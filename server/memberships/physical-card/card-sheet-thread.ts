import { on, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CardSheet } from './card-sheet-pdf.ts';

/** One at a time, because each sheet uses a whole CPU core. */
let previousThread: Promise<unknown> = Promise.resolve();

/** Draws the sheet in a worker thread after the sheets queued before it. A slow reader does not block the queue. */
async function startThread(sheet: CardSheet): Promise<Worker> {
  const threadStart = previousThread.then(
    () => new Worker(new URL('./card-sheet-worker.ts', import.meta.url), { workerData: sheet }),
  );
  previousThread = threadStart.then((worker) => once(worker, 'exit')).catch(() => {});
  return threadStart;
}

/** Streams the sheet's PDF. The thread ends with the last chunk, or when the reader stops. */
export async function* drawInThread(sheet: CardSheet): AsyncGenerator<Uint8Array> {
  const worker = await startThread(sheet);
  try {
    // Messages posted before the thread ends arrive before 'exit'. An error in the thread is thrown here.
    for await (const [chunk] of on(worker, 'message', { close: ['exit'] })) {
      if (chunk instanceof Uint8Array) yield chunk;
    }
  } finally {
    await worker.terminate();
  }
}
