import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { PassCertificates } from './pass-certificates.ts';

const answer = z.union([
  z.object({ id: z.int(), pass: z.instanceof(Uint8Array) }),
  z.object({ id: z.int(), error: z.string() }),
]);

export interface PassThread {
  /** Builds the .pkpass of a pass.json. */
  make(content: string): Promise<Buffer>;
  close(): Promise<void>;
}

type Waiting = Map<number, PromiseWithResolvers<Buffer>>;

/**
 * The worker thread that signs passes. Starts on first use, restarts after a crash, and does not keep the process
 * alive.
 */
export function createPassThread({ certificate, key, wwdr }: PassCertificates): PassThread {
  const waiting: Waiting = new Map();
  let worker: Worker | undefined;
  let lastId = 0;

  function begin(): Worker {
    const begun = new Worker(new URL('./pass-worker.ts', import.meta.url), {
      workerData: { certificate, key, wwdr },
    });
    begun.on('message', (message: unknown) => {
      settle(waiting, message);
      if (waiting.size === 0) begun.unref();
    });
    const end = (reason: unknown) => {
      if (worker === begun) worker = undefined;
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
    };
    begun.on('error', end);
    begun.on('exit', () => end(new Error('The thread that makes passes has ended')));
    return begun;
  }

  return {
    make: async (content) => {
      worker ??= begin();
      const id = ++lastId;
      const made = Promise.withResolvers<Buffer>();
      waiting.set(id, made);
      // Keep the process alive only while a pass is being made.
      worker.ref();
      worker.postMessage({ id, content });
      return made.promise;
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}

function settle(waiting: Waiting, message: unknown): void {
  const reply = answer.parse(message);
  const made = waiting.get(reply.id);
  waiting.delete(reply.id);
  if ('error' in reply) made?.reject(new Error(reply.error));
  else made?.resolve(Buffer.from(reply.pass));
}
