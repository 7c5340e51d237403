import { onTestFinished } from 'vitest';
import type { DbClient } from '#db/client.ts';
import { type JobQueue, type JobTiming, openJobQueue } from '#server/platform/jobs/queue.ts';
import { type RecordingLogger, recordingLogger } from '#tests/helpers/fakes/logger.ts';

/** Retries failed jobs within seconds. A job that only takes long on a busy machine must not expire. */
export const QUICK_TIMING: JobTiming = {
  expireSeconds: 60,
  superviseSeconds: 1,
  pollSeconds: 0.5,
  retryDelaySeconds: 1,
};

export interface TestQueue extends JobQueue {
  log: RecordingLogger;
}

/** Opens a queue on the test's database, and stops it after the test. */
export async function openQueue(
  database: { client: DbClient; url: string | undefined },
  timing: JobTiming = QUICK_TIMING,
  options: { hasWorkers?: boolean } = {},
): Promise<TestQueue> {
  const log = recordingLogger();
  const queue = await openJobQueue(database.client, log, timing, options);
  onTestFinished(() => queue.stop());
  return { ...queue, log };
}
