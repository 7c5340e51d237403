import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { fromKysely, fromPglite, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { DbClient, Trx } from '#db/client.ts';
import { retryDuringOutage } from '#db/outage.ts';
import type { QueuedMail } from '../mails/mail-registry.ts';

/** Job payloads by queue. A payload holds ids and display values, never a secret or a tax number. */
export interface JobPayloads {
  /** The email type's schema parses the props again when the job runs. */
  mail: QueuedMail;
  /** A password reset request by email or account id, and then the email to the account that was found (`accountId`). */
  'password-reset': { email?: string | undefined; id?: string | undefined; accountId?: string };
  /** Mail an account the link that verifies its address. */
  'verify-email': { accountId: string };
  /** List an account's trial after its address was verified. */
  'list-trial': { accountId: string };
  /** Fetch a subscription's current state from Stripe after one of its events. */
  'sync-subscription': { providerId: string };
  /** Like `sync-subscription`, for a one-time payment. */
  'sync-payment': { providerId: string };
  /** Like `sync-subscription`, for a refunded or disputed charge. */
  'sync-charge': { chargeId: string };
  /** Invite a company's employees who have not been invited yet. */
  'invite-employees': { companyId: string };
  /** Update the number of seats that Stripe renews after cards were added. */
  'sync-seats': { accountId: string };
  /** Notify the phones that have a membership's pass of a change. */
  'push-wallet-pass': { membershipId: string };
  /** Compare the last days with Stripe. `night` is YYYY-MM-DD in UTC. */
  reconcile: { night: string };
}

export type JobName = keyof JobPayloads;
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name], jobId: string) => Promise<void> };

export interface JobQueue {
  /** Stores a job in the caller's transaction: it exists only if the transaction commits. */
  enqueue<Name extends JobName>(
    trx: Trx,
    name: Name,
    payload: JobPayloads[Name],
    options?: {
      startAfterSeconds?: number;
      /** Chosen by the caller to avoid duplicates: a second job of the same name and id is not stored. */
      id?: string;
      /** Runs only while no other job of the queue waits. */
      isBulk?: boolean;
    },
  ): Promise<void>;
  /** Starts the workers. A job runs in one process, and again in another if that one dies. */
  work(handlers: JobHandlers): Promise<void>;
  /** Finishes running jobs, then disconnects. */
  stop(): Promise<void>;
}

const QUEUES: Record<JobName, { retryLimit: number; retryDelay: number; expireSeconds?: number }> = {
  mail: { retryLimit: 12, retryDelay: 5 },
  'password-reset': { retryLimit: 5, retryDelay: 5 },
  'verify-email': { retryLimit: 12, retryDelay: 5 },
  'list-trial': { retryLimit: 20, retryDelay: 2 },
  'sync-subscription': { retryLimit: 20, retryDelay: 2 },
  'sync-payment': { retryLimit: 20, retryDelay: 2 },
  'sync-charge': { retryLimit: 20, retryDelay: 2 },
  'invite-employees': { retryLimit: 12, retryDelay: 5 },
  'sync-seats': { retryLimit: 20, retryDelay: 2 },
  'push-wallet-pass': { retryLimit: 12, retryDelay: 5 },
  // Reads pages from Stripe for as long as a busy day takes.
  reconcile: { retryLimit: 5, retryDelay: 300, expireSeconds: 6 * 3_600 },
};

/** How soon a job runs again after its worker died or hung. */
export interface JobTiming {
  /** After this time a job counts as lost. */
  expireSeconds: number;
  /** How often to check for lost jobs. */
  superviseSeconds: number;
  /** How often a worker polls for new jobs. */
  pollSeconds: number;
  /** Overrides the queues' own delay before the first retry. */
  retryDelaySeconds?: number;
}
const DEFAULT_TIMING: JobTiming = { expireSeconds: 120, superviseSeconds: 30, pollSeconds: 1 };
/** Every queue: a missing one would never be worked on, and would deadlock the embedded database. */
const JOB_NAMES = Object.keys(QUEUES).filter((name): name is JobName => name in QUEUES);

/** Opens the queue in our own database, in the schema `pgboss`. */
export async function openJobQueue(
  client: DbClient,
  databaseUrl: string | undefined,
  log: FastifyBaseLogger,
  { expireSeconds, superviseSeconds, pollSeconds, retryDelaySeconds }: JobTiming = DEFAULT_TIMING,
): Promise<JobQueue> {
  const supervision = {
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  };
  const boss = client.embedded
    ? new PgBoss({ ...supervision, backend: 'pglite', db: fromPglite(client.embedded) })
    : new PgBoss({ ...supervision, connectionString: databaseUrl ?? '', max: 4 });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  for (const name of JOB_NAMES) {
    const { retryLimit, retryDelay, ...queue } = QUEUES[name];
    const settings = {
      retryLimit,
      retryDelay: retryDelaySeconds ?? retryDelay,
      retryBackoff: true,
      expireInSeconds: queue.expireSeconds ?? expireSeconds,
    };
    await boss.createQueue(name, settings);
    // createQueue does not change the settings of a queue that an older release created.
    await boss.updateQueue(name, settings);
    // Makes pg-boss load the queue now. Otherwise the first send inside a transaction would look it up on the embedded
    // database's only connection, which that transaction holds, and wait forever.
    await boss.deleteJob(name, randomUUID());
  }

  const startWorker = async <Name extends JobName>(name: Name, handlers: JobHandlers) => {
    const runJob = async (job: Job<JobPayloads[Name]>): Promise<JobResult<{ message: string }>> => {
      try {
        // Slightly less than pg-boss allows the batch, so that the job at fault can be logged.
        await withTimeout(job.expireInSeconds * 0.9, handlers[name](job.data, job.id));
        return { id: job.id, status: 'completed' };
      } catch (error) {
        log.error({ err: error, job: job.id, queue: name }, 'job failed');
        return { id: job.id, status: 'failed', output: { message: String(error) } };
      }
    };
    const runAndSettle = async (job: Job<JobPayloads[Name]>): Promise<JobResult> => {
      const result = await runJob(job);
      // Settle each job as it ends, so that a hanging job or a crash repeats no other job of the batch. Retry while the
      // database is away: a job whose end is not recorded would run again.
      await retryDuringOutage(() =>
        result.status === 'completed' ? boss.complete(name, job) : boss.fail(name, job, result.output),
      ).catch((error: unknown) => log.error({ err: error, job: job.id, queue: name }, 'job not settled'));
      return result;
    };
    await boss.work<JobPayloads[Name]>(
      name,
      {
        pollingIntervalSeconds: pollSeconds,
        batchSize: 10,
        // Fetch the next batch immediately while there is more to do.
        burstWhenBatchFull: true,
        // Two, so that one hanging batch does not block the queue.
        localConcurrency: 2,
        perJobResults: true,
      },
      (jobs) => Promise.all(jobs.map(runAndSettle)),
    );
  };
  return {
    enqueue: async (trx, name, payload, options) => {
      await boss.send(name, payload, {
        db: fromKysely(trx.withoutPlugins()),
        ...(options?.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
        ...(options?.id ? { id: options.id } : {}),
        ...(options?.isBulk ? { priority: -1 } : {}),
      });
    },
    work: async (handlers) => {
      for (const name of JOB_NAMES) await startWorker(name, handlers);
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Rejects when the work takes longer. The work itself goes on. */
async function withTimeout(seconds: number, work: Promise<void>): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`Not done after ${seconds} s`)), seconds * 1000);
  try {
    await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
