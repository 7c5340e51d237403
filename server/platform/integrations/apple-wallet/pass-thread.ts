import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { PassCertificates } from './pass-certificates.ts';

const workerReply = z.union([
  z.object({ id: z.int(), pass: z.instanceof(Uint8Array) }),
  z.object({ id: z.int(), error: z.string() }),
]);

export interface PassThread {
  /** Takes a pass.json and returns the signed .pkpass file. */
  make(content: string): Promise<Buffer>;
  close(): Promise<void>;
}

type PendingPasses = Map<number, PromiseWithResolvers<Buffer>>;

/** Signs passes in a worker thread. The thread starts on first use and restarts after a crash. */
export function createPassThread({ certificate, key, wwdr }: PassCertificates): PassThread {
  const pendingPasses: PendingPasses = new Map();
  let worker: Worker | undefined;
  let lastId = 0;

  function startWorker(): Worker {
    const newWorker = new Worker(new URL('./pass-worker.ts', import.meta.url), {
      workerData: { certificate, key, wwdr },
    });
    newWorker.on('message', (message: unknown) => {
      settlePass(pendingPasses, message);
      if (pendingPasses.size === 0) newWorker.unref();
    });
    const rejectAll = (reason: unknown) => {
      if (worker === newWorker) worker = undefined;
      for (const { reject } of pendingPasses.values()) reject(reason);
      pendingPasses.clear();
    };
    newWorker.on('error', rejectAll);
    newWorker.on('exit', () => rejectAll(new Error('The thread that makes passes has ended')));
    return newWorker;
  }

  return {
    make: async (content) => {
      worker ??= startWorker();
      const id = ++lastId;
      const pass = Promise.withResolvers<Buffer>();
      pendingPasses.set(id, pass);
      // An idle worker must not keep the process alive.
      worker.ref();
      worker.postMessage({ id, content });
      return pass.promise;
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}

function settlePass(pendingPasses: PendingPasses, message: unknown): void {
  const reply = workerReply.parse(message);
  const pass = pendingPasses.get(reply.id);
  pendingPasses.delete(reply.id);
  if ('error' in reply) pass?.reject(new Error(reply.error));
  else pass?.resolve(Buffer.from(reply.pass));
}
