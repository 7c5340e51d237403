import { on, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';

const MAX_WAITING = 20;

/** One at a time, because each document uses a whole CPU core. */
let previousThread: Promise<unknown> = Promise.resolve();
let waitingCount = 0;

/** Starts a worker after the documents queued before it. A slow reader does not block the queue. */
async function startThread(worker: URL, document: unknown): Promise<Worker> {
  if (waitingCount >= MAX_WAITING) throw new AppError('UNAVAILABLE');
  waitingCount += 1;
  const threadStart = previousThread.then(() => {
    waitingCount -= 1;
    return new Worker(worker, { workerData: document });
  });
  previousThread = threadStart.then((thread) => once(thread, 'exit')).catch(() => {});
  return threadStart;
}

/**
 * Streams the PDF that a worker file draws of a document. The thread ends with the last chunk, or when the reader
 * stops. Throws UNAVAILABLE if too many documents are waiting.
 */
export async function* drawInThread(worker: URL, document: unknown): AsyncGenerator<Uint8Array> {
  const thread = await startThread(worker, document);
  try {
    // Messages posted before the thread ends arrive before 'exit'. An error in the thread is thrown here.
    for await (const [chunk] of on(thread, 'message', { close: ['exit'] })) {
      if (chunk instanceof Uint8Array) yield chunk;
    }
  } finally {
    await thread.terminate();
  }
}
