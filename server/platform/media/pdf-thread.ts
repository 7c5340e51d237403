import { on, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../lib/errors.ts';

const MAX_WAITING_DOCUMENTS = 20;

/** One thread at a time, because each keeps a CPU core busy. */
let previousThread: Promise<unknown> = Promise.resolve();
let waitingCount = 0;

/**
 * Starts a worker after the previously queued ones have finished drawing, whether or not their chunks have
 * been read.
 */
async function startThread(worker: URL, document: unknown): Promise<Worker> {
  if (waitingCount >= MAX_WAITING_DOCUMENTS) throw new AppError('UNAVAILABLE');
  waitingCount += 1;
  const threadStart = previousThread.then(() => {
    waitingCount -= 1;
    return new Worker(worker, { workerData: document });
  });
  previousThread = threadStart.then((thread) => once(thread, 'exit')).catch(() => {});
  return threadStart;
}

/**
 * Runs a worker file that draws `document`, and streams the PDF. The thread stops after the last chunk, or
 * when the reader stops reading. Throws UNAVAILABLE if too many documents are waiting.
 */
export async function* drawInThread(worker: URL, document: unknown): AsyncGenerator<Uint8Array> {
  const thread = await startThread(worker, document);
  try {
    // Chunks that were posted before the thread ends arrive before 'exit'. An error in the thread is thrown
    // by this loop.
    for await (const [chunk] of on(thread, 'message', { close: ['exit'] })) {
      if (chunk instanceof Uint8Array) yield chunk;
    }
  } finally {
    await thread.terminate();
  }
}
