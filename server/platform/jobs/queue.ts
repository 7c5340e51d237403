import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import {
  fromKysely,
  fromPglite,
  type JobResult,
  type JobWithMetadata,
  PgBoss,
  type QueueOptions,
} from 'pg-boss';
import type { DbClient, Trx } from '#db/client.ts';
import { retryDuringOutage } from '#db/outage.ts';
import type { EmployeeNotice } from '../mails/employee-mails.ts';
import type { QueuedMail } from '../mails/mail-registry.ts';
import type { ReceiptRequest } from '../mails/receipt/receipt-mail-props.ts';
import { countJobRun, showQueue } from '../monitoring/metrics.ts';
import { runInRequestScope } from '../monitoring/request-scope.ts';
import { endAfter } from '../monitoring/tracing.ts';
import { DEAD_LETTERS, eraseAddress } from './dead-letter.repository.ts';
import { createDeadLetterBox, type DeadLetterBox } from './dead-letter-box.ts';
import { createJobScope, withCause } from './job-cause.ts';
import { createMailBox, type MailBox } from './mail-box.ts';
import { type QueueState, readQueueStates } from './queue-state.repository.ts';
import { withTimeout } from './with-timeout.ts';

/** Job payloads by queue. A payload never contains secrets or tax numbers. */
export interface JobPayloads {
  /** When the job runs, the email type's schema validates the props. */
  mail: QueuedMail;
  /** The first job finds the account, and enqueues a second one with `accountId` that emails the account. */
  'password-reset': { email?: string | undefined; id?: string | undefined; accountId?: string };
  /** Emails a link that verifies the account's address, or the address that it changes to. */
  'verify-email': { accountId: string };
  /** Lists the business of an account's trial after the account's address was verified. */
  'list-trial': { accountId: string };
  /** Emails an owner two days before a trial ends, and when it has ended. */
  'trial-notice': { accountId: string; stage: 'ending' | 'ended' };
  /** Emails an affiliate the sales of a day, YYYY-MM-DD in the business time zone. */
  'sale-digest': { affiliateId: string; day: string };
  /** Updates a subscription and its purchase to their current state at Stripe. */
  'sync-subscription': { providerId: string };
  /** Like `sync-subscription`, for all running subscriptions of a customer whose card changed. */
  'sync-customer': { customerId: string };
  /** After an account's email address changed, updates its customers at Stripe. */
  'update-customer': { accountId: string };
  /** After its account was deleted, removes a customer's cards, name, and email address at Stripe. */
  'anonymize-customer': { customerId: string };
  /** Like `sync-subscription`, for a one-time payment. */
  'sync-payment': { providerId: string };
  /** Like `sync-subscription`, for a refunded or disputed charge. */
  'sync-charge': { chargeId: string };
  /** Emails the receipt of a purchase that was just fulfilled. */
  receipt: ReceiptRequest;
  /** Emails the receipt of a renewal, by the payment's id, or of a refund or dispute, by its ledger entry's. */
  'later-receipt': { receiptId: string };
  /** Links an imported subscription at Stripe to its purchase, and reads its charges. */
  'link-subscription': { purchaseId: string; providerId: string };
  /** Invites a company's employees who haven't been invited yet. */
  'invite-employees': { companyId: string };
  /** Emails a company's employees that its plan was canceled, is kept, or has ended. */
  'notify-employees': EmployeeNotice;
  /** After a company's cards changed, updates the number of seats that Stripe bills at renewal. */
  'sync-seats': { accountId: string };
  /** After a membership's plan changed, updates the price that Stripe charges at renewal. */
  'sync-plan': { subscriptionId: string };
  /** After staff renamed a plan, renames its product at Stripe. */
  'sync-product': { planId: number };
  /** Notifies the phones that have the membership's pass that the pass changed. */
  'push-wallet-pass': { membershipId: string };
  /** Runs the next step of a file's dry run or import. */
  'continue-import': { importId: string };
  /** Finds businesses that are listed twice. `day` is YYYY-MM-DD in UTC, or null if staff requested it. */
  'find-duplicates': { day: string | null };
  /** Compares the last few days with Stripe. `night` is YYYY-MM-DD in UTC, or the time of a staff request. */
  reconcile: { night: string };
}

export type JobName = keyof JobPayloads;
/** The job's id stays the same when a job that failed for good is retried. */
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name], jobId: string) => Promise<void> };

export interface JobQueue {
  /** Stores a job in the caller's transaction, so that it runs only if the transaction commits. */
  enqueue<Name extends JobName>(
    trx: Trx,
    name: Name,
    payload: JobPayloads[Name],
    options?: {
      startAfterSeconds?: number;
      /** Prevents duplicates: a second job with the same name and id is not stored. */
      id?: string;
      /** Low priority: the job waits until the queue has no other jobs. */
      isBulk?: boolean;
    },
  ): Promise<void>;
  /** Stores many jobs of low priority in one statement. */
  enqueueAll<Name extends JobName>(
    trx: Trx,
    name: Name,
    payloads: ReadonlyArray<JobPayloads[Name]>,
  ): Promise<void>;
  /** Starts the workers. Each job runs in one process. If that dies, another one runs the job again. */
  startWorkers(handlers: JobHandlers): Promise<void>;
  /** The jobs that failed for good. */
  deadLetters: DeadLetterBox;
  /** The jobs that send an email. Those that ran are kept for 7 days. */
  mails: MailBox;
  /**
   * Deletes the finished jobs that contain an email address. Jobs that haven't run yet are deleted soon after
   * they run.
   */
  eraseAddress(trx: Trx, email: string): Promise<void>;
  readQueues(): Promise<QueueState[]>;
  /** Waits up to 10 seconds for running jobs, then disconnects. */
  stop(): Promise<void>;
}

/** How long a job that failed for good can be retried. `deliverMail` keeps its records longer. */
const DEAD_LETTER_SECONDS = 28 * 86_400;
/** How often jobs past their retention are deleted. */
const MAINTENANCE_SECONDS = 3_600;

const QUEUES: Record<
  JobName,
  { retryLimit: number; retryDelay: number; expireSeconds?: number; sequentialBatch?: number }
> = {
  // A crash repeats the emails that were sent but not yet recorded, so each worker sends one at a time. Its
  // batch is 2, because pg-boss waits for the next poll after each batch of 1.
  mail: { retryLimit: 12, retryDelay: 5, sequentialBatch: 2 },
  'password-reset': { retryLimit: 5, retryDelay: 5 },
  'verify-email': { retryLimit: 12, retryDelay: 5 },
  'list-trial': { retryLimit: 20, retryDelay: 2 },
  'trial-notice': { retryLimit: 12, retryDelay: 5 },
  'sale-digest': { retryLimit: 12, retryDelay: 5 },
  'sync-subscription': { retryLimit: 20, retryDelay: 2 },
  'sync-customer': { retryLimit: 20, retryDelay: 2 },
  'update-customer': { retryLimit: 20, retryDelay: 2 },
  'anonymize-customer': { retryLimit: 20, retryDelay: 2 },
  'sync-payment': { retryLimit: 20, retryDelay: 2 },
  'sync-charge': { retryLimit: 20, retryDelay: 2 },
  receipt: { retryLimit: 12, retryDelay: 5 },
  'later-receipt': { retryLimit: 12, retryDelay: 5 },
  'link-subscription': { retryLimit: 20, retryDelay: 2 },
  'invite-employees': { retryLimit: 12, retryDelay: 5 },
  'notify-employees': { retryLimit: 12, retryDelay: 5 },
  'sync-seats': { retryLimit: 20, retryDelay: 2 },
  'sync-plan': { retryLimit: 20, retryDelay: 2 },
  'sync-product': { retryLimit: 20, retryDelay: 2 },
  'push-wallet-pass': { retryLimit: 12, retryDelay: 5 },
  'continue-import': { retryLimit: 5, retryDelay: 2 },
  'find-duplicates': { retryLimit: 5, retryDelay: 300, expireSeconds: 3_600 },
  // Reading a busy day from Stripe can take hours.
  reconcile: { retryLimit: 5, retryDelay: 300, expireSeconds: 6 * 3_600 },
};

/** Controls how soon a job runs again after its worker died or hung. */
export interface JobTiming {
  /** A job that takes longer counts as failed and is retried. */
  expireSeconds: number;
  /** How often to look for expired jobs. */
  superviseSeconds: number;
  /** How often a worker polls for new jobs. */
  pollSeconds: number;
  /** Overrides every queue's delay before the first retry. */
  retryDelaySeconds?: number;
}
const DEFAULT_TIMING: JobTiming = { expireSeconds: 120, superviseSeconds: 30, pollSeconds: 1 };
/** A queue missing from this list has no worker, and its first job would deadlock the embedded database. */
const JOB_NAMES = Object.keys(QUEUES).filter((name): name is JobName => name in QUEUES);

/** Opens the job queue in our database, in the schema `pgboss`. Without workers, jobs can only be enqueued. */
export async function openJobQueue(
  client: DbClient,
  log: FastifyBaseLogger,
  { expireSeconds, superviseSeconds, pollSeconds, retryDelaySeconds }: JobTiming = DEFAULT_TIMING,
  { hasWorkers = true }: { hasWorkers?: boolean } = {},
): Promise<JobQueue> {
  const options = {
    supervise: hasWorkers,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    schedule: false,
    // We don't use pg-boss's flows, so poll for them rarely.
    flowIntervalSeconds: 3_600,
  };
  const boss = client.embedded
    ? new PgBoss({ ...options, backend: 'pglite', db: fromPglite(client.embedded) })
    : new PgBoss({
        ...options,
        connectionString: client.server?.databaseUrl ?? '',
        application_name: `${client.server?.applicationName ?? 'everything-card'} jobs`,
        max: hasWorkers ? 4 : 1,
      });
  // pg-boss emits some errors as plain objects with an error's properties.
  boss.on('error', (error) =>
    log.error({ err: Object.assign(new Error(error.message), error) }, 'job queue'),
  );
  await boss.start();
  // pg-boss cached the existing queues when it started.
  const existingQueues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const ensureQueue = async (name: string, settings: QueueOptions & { deadLetter?: string }) => {
    if (isDeepStrictEqual({ ...existingQueues.get(name), ...settings }, existingQueues.get(name))) return;
    await boss.createQueue(name, settings);
    // createQueue doesn't change the settings of an existing queue, which an older release may have created.
    await boss.updateQueue(name, settings);
    // Makes pg-boss cache the queue now. Otherwise, the first send inside a transaction would look it up and
    // wait forever for the embedded database's only connection, which the transaction has.
    await boss.deleteJob(name, randomUUID());
  };
  await ensureQueue(DEAD_LETTERS, { retentionSeconds: DEAD_LETTER_SECONDS });
  for (const name of JOB_NAMES) {
    const { retryLimit, retryDelay, expireSeconds: ownExpireSeconds, sequentialBatch = 1 } = QUEUES[name];
    await ensureQueue(name, {
      retryLimit,
      retryDelay: retryDelaySeconds ?? retryDelay,
      retryBackoff: true,
      // pg-boss counts from the start of the batch, so leave time for each job.
      expireInSeconds: (ownExpireSeconds ?? expireSeconds) * sequentialBatch,
      deadLetter: DEAD_LETTERS,
    });
  }

  const startWorker = async <Name extends JobName>(name: Name, handlers: JobHandlers) => {
    showQueue(name);
    const { sequentialBatch } = QUEUES[name];
    const runJob = async (
      job: JobWithMetadata<JobPayloads[Name]>,
    ): Promise<JobResult<{ message: string }>> => {
      const firstId = job.sourceRootId ?? job.id;
      const startedAt = performance.now();
      try {
        // Slightly less than pg-boss's own limit for the batch, so that we can log which job timed out.
        const limitSeconds = (job.expireInSeconds / (sequentialBatch ?? 1)) * 0.9;
        await withTimeout(limitSeconds, handlers[name](job.data, firstId));
        countJobRun(name, 'completed', startedAt);
        return { id: job.id, status: 'completed' };
      } catch (error) {
        countJobRun(name, 'failed', startedAt);
        log.error({ err: error, job: firstId, queue: name }, 'job failed');
        return { id: job.id, status: 'failed', output: { message: String(error) } };
      }
    };
    const runAndSettle = async (job: JobWithMetadata<JobPayloads[Name]>): Promise<JobResult> => {
      const scope = createJobScope(name, job.sourceRootId ?? job.id, job.data);
      const result = await runInRequestScope(scope, () =>
        endAfter(scope.span, runJob(job), ({ status, output }) => (status === 'failed' ? output : undefined)),
      );
      // Record each job's result as it ends, so that a crash or a hanging job doesn't repeat the other jobs
      // of the batch. Retry during a database outage, because a job without a recorded result runs again.
      await retryDuringOutage(() =>
        result.status === 'completed' ? boss.complete(name, job) : boss.fail(name, job, result.output),
      ).catch((error: unknown) => log.error({ err: error, job: job.id, queue: name }, 'job not settled'));
      return result;
    };
    await boss.work(
      name,
      {
        pollingIntervalSeconds: pollSeconds,
        batchSize: sequentialBatch ?? 10,
        // Don't wait for the next poll while there are more jobs.
        burstWhenBatchFull: true,
        // Two, so that one hanging batch doesn't block the queue.
        localConcurrency: 2,
        perJobResults: true,
        includeMetadata: true,
      },
      async (jobs: Array<JobWithMetadata<JobPayloads[Name]>>) => {
        if (!sequentialBatch) return Promise.all(jobs.map(runAndSettle));
        const results: JobResult[] = [];
        for (const job of jobs) results.push(await runAndSettle(job));
        return results;
      },
    );
  };
  return {
    enqueue: async (trx, name, payload, options) => {
      await boss.send(name, withCause(payload), {
        db: fromKysely(trx.withoutPlugins()),
        ...(options?.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
        ...(options?.id ? { id: options.id } : {}),
        ...(options?.isBulk ? { priority: -1 } : {}),
      });
    },
    enqueueAll: async (trx, name, payloads) => {
      const jobs = payloads.map((payload) => ({ data: withCause(payload), priority: -1 }));
      if (jobs.length > 0) await boss.insert(name, jobs, { db: fromKysely(trx.withoutPlugins()) });
    },
    startWorkers: async (handlers) => {
      for (const name of JOB_NAMES) await startWorker(name, handlers);
    },
    deadLetters: createDeadLetterBox(boss, client.db),
    mails: createMailBox(boss, client.db),
    eraseAddress,
    readQueues: () => readQueueStates(client.db),
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
