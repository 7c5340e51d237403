import { isDatabaseAway } from '#db/outage.ts';
import { isStripeDown } from '../../domains/payments/stripe-errors.ts';
import type { Deps } from '../../platform/deps.ts';
import type { FileStore } from '../../platform/integrations/files/file-store.ts';
import type { Mailer } from '../../platform/integrations/mailer/mailer.ts';
import { ServiceUnavailable } from '../../platform/integrations/unavailable.ts';
import type { Dependency, Outages } from '../../platform/monitoring/outages.ts';

/** Returns the dependency whose outage caused an error, directly or through its chain of causes. */
export function findUnavailableDependency(error: unknown): Dependency | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ServiceUnavailable) return cause.service;
    if (isStripeDown(cause)) return 'Stripe';
    if (isDatabaseAway(cause)) return 'database';
    // `fetch` throws a TypeError, whose cause looks like the database's error but is about another server.
    if (cause instanceof TypeError) return undefined;
  }
  return undefined;
}

async function watchCall<T>(outages: Outages, dependency: Dependency, call: Promise<T>): Promise<T> {
  try {
    const result = await call;
    outages.succeed(dependency);
    return result;
  } catch (error) {
    if (!(error instanceof ServiceUnavailable)) outages.succeed(dependency);
    throw error;
  }
}

export function watchMailer(mailer: Mailer, outages: Outages): Mailer {
  return { ...mailer, send: (mail) => watchCall(outages, 'mail server', mailer.send(mail)) };
}

export function watchFiles(files: FileStore, outages: Outages): FileStore {
  return {
    put: (key, bytes) => watchCall(outages, 'file store', files.put(key, bytes)),
    get: (key) => watchCall(outages, 'file store', files.get(key)),
    remove: (key) => watchCall(outages, 'file store', files.remove(key)),
  };
}

export function watchStripe(stripe: Deps['stripe'], outages: Outages): void {
  stripe.on('response', ({ status }: { status: number }) => {
    if (status < 500) outages.succeed('Stripe');
  });
}
