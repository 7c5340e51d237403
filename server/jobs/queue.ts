import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { fromKysely, fromPglite, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { DbClient, Trx } from '#db/client.ts';
import type { StoredMail } from '../mails/mail-registry.ts';

/** What waits in the queue, by name. A job carries ids and display values, never a secret or a tax number. */
export interface JobPayloads {
  /** The mail's own schema parses the props again when the job runs. */
  mail: StoredMail;
  /** Somebody asks for a new password, by address or account id; then the mail to the account that was found. */
  'password-reset': { email?: string | undefined; id?: string | undefined; accountId?: string };
  /** Look at the provider's present state of a subscription: one of its events has come. */
  'sync-subscription': { providerId: string };
  /** The same for a single payment. */
  'sync-payment': { providerId: string };
  /** The same for a charge that was refunded or disputed. */
  'sync-charge': { chargeId: string };
  /** Write to those of a company's employees who have not heard of their card. */
  'invite-employees': { companyId: string };
  /** Cards were added: the provider has to renew as many as there are. */
  'sync-seats': { accountId: string };
  /** Tell whoever holds a membership's pass that it has changed. */
  'push-wallet-pass': { membershipId: string };
}

export type JobName = keyof JobPayloads;
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name], jobId: string) => Promise<void> };

export interface JobQueue {
  /** Stores a job with the transaction's other writes: it exists if and only if they do. */
  enqueue<Name extends JobName>(
    trx: Trx,
    name: Name,
    payload: JobPayloads[Name],
    options?: {
      startAfterSeconds?: number;
      /** Of the caller's own making: a second job of the same name and id is not stored. */
      id?: string;
    },
  ): Promise<void>;
  /** Begins to work; each job goes to one of any number of processes, and again where that one died. */
  work(handlers: JobHandlers): Promise<void>;
  /** Finishes what runs, then lets go. */
  stop(): Promise<void>;
}

const QUEUES: Record<JobName, { retryLimit: number; retryDelay: number }> = {
  mail: { retryLimit: 12, retryDelay: 5 },
  'password-reset': { retryLimit: 5, retryDelay: 5 },
  'sync-subscription': { retryLimit: 20, retryDelay: 2 },
  'sync-payment': { retryLimit: 20, retryDelay: 2 },
  'sync-charge': { retryLimit: 20, retryDelay: 2 },
  'invite-employees': { retryLimit: 12, retryDelay: 5 },
  'sync-seats': { retryLimit: 20, retryDelay: 2 },
  'push-wallet-pass': { retryLimit: 12, retryDelay: 5 },
};

/** How soon a job whose worker died, or never comes back, is given to another. */
export interface JobTiming {
  /** How long a job may take before it counts as lost. */
  expireSeconds: number;
  /** How often somebody looks for lost jobs. */
  superviseSeconds: number;
  /** How often a worker looks for new jobs. */
  pollSeconds: number;
  /** Before the first repetition, in place of the queue's own. */
  retryDelaySeconds?: number;
}
const TIMING: JobTiming = { expireSeconds: 120, superviseSeconds: 30, pollSeconds: 1 };
/** All of them: one that is forgotten is never worked on, and holds up the embedded database for ever. */
const JOB_NAMES = Object.keys(QUEUES).filter((name): name is JobName => name in QUEUES);

/** Opens the queue in the product's own database, schema `pgboss`. */
export async function openJobQueue(
  client: DbClient,
  databaseUrl: string | undefined,
  log: FastifyBaseLogger,
  { expireSeconds, superviseSeconds, pollSeconds, retryDelaySeconds }: JobTiming = TIMING,
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
    const { retryLimit, retryDelay } = QUEUES[name];
    const settings = {
      retryLimit,
      retryDelay: retryDelaySeconds ?? retryDelay,
      retryBackoff: true,
      expireInSeconds: expireSeconds,
    };
    await boss.createQueue(name, settings);
    // A queue that an older release made keeps that one's settings otherwise.
    await boss.updateQueue(name, settings);
    // Makes pg-boss learn the queue now: a first send inside a transaction would look it up on the embedded
    // database's only connection, which that transaction holds, and wait for ever.
    await boss.deleteJob(name, randomUUID());
  }

  const workOn = async <Name extends JobName>(name: Name, handlers: JobHandlers) => {
    const outcomeOf = async (job: Job<JobPayloads[Name]>): Promise<JobResult<{ message: string }>> => {
      try {
        // A little less than pg-boss gives the batch, so that the one at fault is known and logged.
        await within(job.expireInSeconds * 0.9, handlers[name](job.data, job.id));
        return { id: job.id, status: 'completed' };
      } catch (error) {
        log.error({ err: error, job: job.id, queue: name }, 'job failed');
        return { id: job.id, status: 'failed', output: { message: String(error) } };
      }
    };
    const runOne = async (job: Job<JobPayloads[Name]>): Promise<JobResult> => {
      const result = await outcomeOf(job);
      // Settled as it ends: one that never comes back, or the death of this process, repeats no other. Where that
      // does not get through, pg-boss settles what is left when all have ended.
      const settling =
        result.status === 'completed' ? boss.complete(name, job) : boss.fail(name, job, result.output);
      await settling.catch(() => {});
      return result;
    };
    await boss.work<JobPayloads[Name]>(
      name,
      {
        pollingIntervalSeconds: pollSeconds,
        batchSize: 10,
        // Where there is more to do, the next batch follows at once.
        burstWhenBatchFull: true,
        // Two, so that one which hangs does not hold up the whole queue.
        localConcurrency: 2,
        perJobResults: true,
      },
      (jobs) => Promise.all(jobs.map(runOne)),
    );
  };
  return {
    enqueue: async (trx, name, payload, options) => {
      await boss.send(name, payload, {
        db: fromKysely(trx.withoutPlugins()),
        ...(options?.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
        ...(options?.id ? { id: options.id } : {}),
      });
    },
    work: async (handlers) => {
      for (const name of JOB_NAMES) await workOn(name, handlers);
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Rejects where the work takes longer; the work itself cannot be stopped. */
async function within(seconds: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Not done after ${seconds} s`)), seconds * 1000);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
