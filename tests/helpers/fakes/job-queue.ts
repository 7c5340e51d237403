import type { JobName, JobQueue } from '#server/jobs/queue.ts';

export interface RecordingJobQueue extends JobQueue {
  /** The payloads enqueued under a name, in order. */
  of(name: JobName): unknown[];
}

/** A signed token, or a link with one. The queue keeps its jobs for weeks, so none may store any. */
export const SECRET_PATTERN = /\beyJ[\w-]+\.|[?#&](?:token|key|complete)=/;

/**
 * Records jobs without running them, even those of a transaction that is rolled back. Throws if a job contains a signed
 * link.
 */
export function recordingJobQueue(): RecordingJobQueue {
  const jobs: Array<{ name: JobName; payload: unknown; id?: string | undefined }> = [];
  return {
    of: (name) => jobs.filter((job) => job.name === name).map((job) => job.payload),
    enqueue: async (_trx, name, payload, { id } = {}) => {
      if (SECRET_PATTERN.test(JSON.stringify(payload)))
        throw new Error(`A ${name} job contains a signed link`);
      const isDuplicate = id !== undefined && jobs.some((job) => job.name === name && job.id === id);
      if (!isDuplicate) jobs.push({ name, payload, id });
    },
    work: async () => {},
    stop: async () => {},
  };
}

/** For commands whose jobs a test does not check. */
export const openRecordingJobs = async () => recordingJobQueue();
