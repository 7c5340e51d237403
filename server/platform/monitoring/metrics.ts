import { Counter, Histogram, Registry } from 'prom-client';

/**
 * What this process has done since it started. All its apps share these metrics, but only tests create more
 * than one. Every label has a fixed set of values: never a path, an id, or a name that a caller chose.
 */
export const processMetrics = new Registry();

const registers = [processMetrics];
/** In seconds. Few, because each bucket of each procedure is a time series. */
const CALL_BUCKETS = [0.01, 0.05, 0.25, 1, 5];

const procedureCalls = new Counter({
  name: 'procedure_calls_total',
  help: 'Calls of procedures, by error code (OK if there was none)',
  labelNames: ['procedure', 'code'],
  registers,
});
const procedureDurations = new Histogram({
  name: 'procedure_duration_seconds',
  help: 'Duration of procedures',
  labelNames: ['procedure'],
  buckets: CALL_BUCKETS,
  registers,
});

export function countProcedureCall(procedure: string, code: string, startedAtMs: number): void {
  procedureCalls.inc({ procedure, code });
  procedureDurations.observe({ procedure }, secondsSince(startedAtMs));
}

const operationCalls = new Counter({
  name: 'graphql_calls_total',
  help: 'Calls of GraphQL operations, by error code (OK if there was none)',
  labelNames: ['operation', 'code'],
  registers,
});
const operationDurations = new Histogram({
  name: 'graphql_duration_seconds',
  help: 'Duration of GraphQL operations',
  labelNames: ['operation'],
  buckets: CALL_BUCKETS,
  registers,
});

export function countGraphQLCall(operation: string, code: string, startedAtMs: number): void {
  operationCalls.inc({ operation, code });
  operationDurations.observe({ operation }, secondsSince(startedAtMs));
}

const jobRuns = new Counter({
  name: 'job_runs_total',
  help: 'Runs of jobs in this process',
  labelNames: ['queue', 'outcome'],
  registers,
});
const jobDurations = new Histogram({
  name: 'job_duration_seconds',
  help: 'Duration of job runs in this process',
  labelNames: ['queue'],
  buckets: [0.05, 0.25, 1, 5, 30, 120],
  registers,
});

const JOB_OUTCOMES = ['completed', 'failed'] as const;

/**
 * Reports a queue before its first job, because Prometheus only notices that a counter grows if it has
 * already seen a value.
 */
export function showQueue(queue: string): void {
  for (const outcome of JOB_OUTCOMES) jobRuns.inc({ queue, outcome }, 0);
}

export function countJobRun(
  queue: string,
  outcome: (typeof JOB_OUTCOMES)[number],
  startedAtMs: number,
): void {
  jobRuns.inc({ queue, outcome });
  jobDurations.observe({ queue }, secondsSince(startedAtMs));
}

const timerFailures = new Counter({
  name: 'timer_failures_total',
  help: 'Runs of periodic work that failed in this process',
  labelNames: ['timer'],
  registers,
});

export function countTimerFailure(timer: string): void {
  timerFailures.inc({ timer });
}

const MAIL_OUTCOMES = ['sent', 'refused', 'suppressed', 'failed'] as const;

const mails = new Counter({
  name: 'mails_total',
  help: 'Emails that the mail server accepted or refused, that were suppressed, or that failed and are retried',
  labelNames: ['outcome'],
  registers,
});

export function countMail(outcome: (typeof MAIL_OUTCOMES)[number]): void {
  mails.inc({ outcome });
}

const stripeCalls = new Counter({
  name: 'stripe_calls_total',
  help: "Requests to Stripe, each of the SDK's retries included",
  labelNames: ['outcome'],
  registers,
});
const stripeDurations = new Histogram({
  name: 'stripe_call_duration_seconds',
  help: 'Duration of requests to Stripe',
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  registers,
});

const STRIPE_OUTCOMES = [
  'ok',
  'card declined',
  'refused',
  'rate limited',
  'key refused',
  'server error',
  'unreachable',
] as const;

/** `status` is null if no response arrived. */
export function countStripeCall(status: number | null, startedAtMs: number): void {
  stripeCalls.inc({ outcome: describeStripeStatus(status) });
  stripeDurations.observe(secondsSince(startedAtMs));
}

function describeStripeStatus(status: number | null): (typeof STRIPE_OUTCOMES)[number] {
  if (status === null) return 'unreachable';
  if (status >= 500) return 'server error';
  if (status === 401 || status === 403) return 'key refused';
  if (status === 402) return 'card declined';
  if (status === 429) return 'rate limited';
  return status >= 400 ? 'refused' : 'ok';
}

const webhooks = new Counter({
  name: 'stripe_webhooks_total',
  help: "Signed webhooks, by whether the signature is Stripe's and the event could be stored",
  labelNames: ['outcome'],
  registers,
});
const webhookLags = new Histogram({
  name: 'stripe_webhook_lag_seconds',
  help: 'Time from an event at Stripe to its webhook',
  buckets: [1, 2, 5, 10, 30, 60, 300, 1_800, 7_200],
  registers,
});

const WEBHOOK_OUTCOMES = ['accepted', 'wrong signature', 'failed'] as const;

export function countWebhook(outcome: (typeof WEBHOOK_OUTCOMES)[number]): void {
  webhooks.inc({ outcome });
}

export function observeWebhookLag(eventAt: Date, now: Date): void {
  const seconds = (now.getTime() - eventAt.getTime()) / 1000;
  // A signed event may have no valid time.
  if (Number.isFinite(seconds)) webhookLags.observe(Math.max(0, seconds));
}

// Prometheus only notices that a counter grows if it has already seen a value.
for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0);
for (const outcome of STRIPE_OUTCOMES) stripeCalls.inc({ outcome }, 0);
for (const outcome of WEBHOOK_OUTCOMES) webhooks.inc({ outcome }, 0);

function secondsSince(startedAtMs: number): number {
  return (performance.now() - startedAtMs) / 1000;
}
