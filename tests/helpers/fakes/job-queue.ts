import { randomUUID } from 'node:crypto';
import type { Trx } from '#db/client.ts';
import type { JobName, JobPayloads, JobQueue } from '#server/platform/jobs/queue.ts';

export interface RecordingJobQueue extends JobQueue {
  /** Returns the payloads enqueued under a name, in order. */
  of(name: JobName): unknown[];
  /** Run in the transaction that enqueues their jobs, so that what they enqueue is recorded too. */
  readonly handlers: {
    [Name in JobName]?: (trx: Trx, payload: JobPayloads[Name], jobId: string) => Promise<void>;
  };
  /** The payloads that contained an email address when it was erased. */
  erased: unknown[];
}

/**
 * Matches a signed token, or a link that contains one. Jobs must contain neither, because the queue keeps
 * them for a week or longer.
 */
export const SECRET_PATTERN = /\beyJ[\w-]+\.|[?#&](?:token|key|complete)=/;

/**
 * Records jobs, including jobs from transactions that are rolled back, and runs only those in `handlers`.
 * Ignores a job whose name and id were already enqueued. Throws if a job contains a signed token or link.
 */
export function recordingJobQueue(): RecordingJobQueue {
  const jobs: Array<{ name: JobName; payload: unknown; id?: string | undefined }> = [];
  const erased: unknown[] = [];
  const handlers: RecordingJobQueue['handlers'] = {};
  const enqueue: JobQueue['enqueue'] = async (trx, name, payload, { id } = {}) => {
    if (SECRET_PATTERN.test(JSON.stringify(payload))) throw new Error(`A ${name} job contains a signed link`);
    const isDuplicate = id !== undefined && jobs.some((job) => job.name === name && job.id === id);
    if (isDuplicate) return;
    jobs.push({ name, payload, id });
    await handlers[name]?.(trx, payload, id ?? randomUUID());
  };
  return {
    handlers,
    erased,
    of: (name) => jobs.filter((job) => job.name === name).map((job) => job.payload),
    enqueue,
    enqueueAll: async (trx, name, payloads) => {
      for (const payload of payloads) await enqueue(trx, name, payload);
    },
    startWorkers: async () => {},
    deadLetters: {
      list: async () => [],
      count: async () => [],
      lock: async () => [],
      retry: async () => {},
      drop: async () => {},
    },
    mails: { listOpen: async () => [], find: async () => undefined, repeat: async () => {} },
    eraseAddress: async (_trx, email) => {
      const payloads = jobs.map(({ payload }) => payload);
      erased.push(...payloads.filter((payload) => JSON.stringify(payload).includes(email)));
    },
    readQueues: async () => [],
    stop: async () => {},
  };
}

/** Pass this to a command if the test doesn't check the command's jobs. */
export const openRecordingJobs = async () => recordingJobQueue();
