import type { JobName, JobQueue } from '#server/jobs/queue.ts';

export interface RecordingJobQueue extends JobQueue {
  /** The payloads enqueued under a name, in order. */
  of(name: JobName): unknown[];
}

/** Works on nothing and keeps what is enqueued, also by a transaction that is rolled back afterwards. */
export function recordingJobQueue(): RecordingJobQueue {
  const jobs: Array<{ name: JobName; payload: unknown }> = [];
  return {
    of: (name) => jobs.filter((job) => job.name === name).map((job) => job.payload),
    enqueue: async (_trx, name, payload) => {
      jobs.push({ name, payload });
    },
    work: async () => {},
    stop: async () => {},
  };
}

/** For commands that enqueue nothing, or whose mails a test does not look at. */
export const openRecordingJobs = async () => recordingJobQueue();
