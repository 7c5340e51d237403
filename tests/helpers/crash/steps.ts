/** Where the server is killed: before and after each word with the card network, inside the settling transaction, and before the answer. */
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

/** The same for what is charged once, by a payment of its own. */
export const PAYMENT_STEPS = [
  'customers.create:before',
  'customers.create:after',
  'paymentMethods.create:before',
  'paymentMethods.create:after',
  'paymentMethods.attach:before',
  'paymentMethods.attach:after',
  'paymentIntents.create:before',
  'paymentIntents.create:after',
  'paymentIntents.retrieve:before',
  'paymentIntents.retrieve:after',
  'settle:inside',
  'reply:before',
] as const;

export type CrashStep = (typeof CRASH_STEPS | typeof PAYMENT_STEPS)[number];

/** What the doomed server is told, as its only argument. */
export interface DoomedOptions {
  databaseUrl: string;
  dataDir: string;
  sandboxUrl: string;
  port: number;
  /** It ends at this step, the n-th time it comes there; never where null. */
  killAt: { step: CrashStep; time: number } | null;
}
