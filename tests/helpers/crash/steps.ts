import { isLongRun } from '../long-run.ts';

/**
 * Where to kill the server during the purchase of a subscription: before and after each Stripe call, inside
 * the settling transaction, and before the response.
 */
export const CRASH_STEPS = [
  'customers.create:before',
  'customers.create:after',
  'paymentMethods.create:before',
  'paymentMethods.create:after',
  'paymentMethods.attach:before',
  'paymentMethods.attach:after',
  'subscriptions.create:before',
  'subscriptions.create:after',
  'subscriptions.retrieve:before',
  'subscriptions.retrieve:after',
  'settle:inside',
  'reply:before',
] as const;

/**
 * Where to kill the server during a one-time payment: before and after each call about the payment intent,
 * and inside the settling transaction.
 */
export const PAYMENT_STEPS = [
  'paymentIntents.create:before',
  'paymentIntents.create:after',
  'paymentIntents.retrieve:before',
  'paymentIntents.retrieve:after',
  'settle:inside',
] as const;

export type CrashStep = (typeof CRASH_STEPS | typeof PAYMENT_STEPS)[number];

/** Returns all steps in a long run, and otherwise only those where a kill is most likely to lose or repeat a charge. */
export const stepsOfRun = (steps: readonly CrashStep[]): CrashStep[] =>
  steps.filter((step) => isLongRun || COSTLIEST_STEPS.has(step));

const COSTLIEST_STEPS: ReadonlySet<CrashStep> = new Set([
  'subscriptions.create:after',
  'paymentIntents.create:after',
  'settle:inside',
]);

/** Passed to the doomed server as JSON in its only argument. */
export interface DoomedOptions {
  databaseUrl: string;
  dataDir: string;
  sandboxUrl: string;
  port: number;
  /** The server kills itself the nth time it reaches this step, or never if null. */
  killAt: { step: CrashStep; occurrence: number } | null;
  /** How far the server's clock is ahead. */
  clockSkewMs?: number;
  /** Where to append the server's log. If undefined, nothing is logged. */
  logFile?: string | undefined;
}
