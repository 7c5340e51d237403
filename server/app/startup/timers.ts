import { vacuum } from '#db/vacuum.ts';
import { deleteExpiredTokens } from '../../domains/accounts/housekeeping.service.ts';
import { sendHoldNotices } from '../../domains/affiliates/commissions/payout.service.ts';
import { sendCardNotices, sendRenewalReminders } from '../../domains/billing/renewal-notices.service.ts';
import { sendUnpaidNotices } from '../../domains/billing/unpaid-notices.service.ts';
import { unlistUncoveredBusinesses } from '../../domains/business-plans/business-plan.service.ts';
import { sweepPlans } from '../../domains/checkout/plan-change/sync-plan.service.ts';
import { sweepPurchases } from '../../domains/checkout/purchase/sweep-purchases.service.ts';
import { endOverdueSubscriptions } from '../../domains/checkout/purchase/sync/overdue-subscriptions.service.ts';
import { deleteOldSuspectedRows } from '../../domains/content/messages/message.service.ts';
import { sweepSeats } from '../../domains/memberships/company/company-seats.service.ts';
import { refreshWalletPasses } from '../../domains/memberships/wallet/wallet-pass.service.ts';
import { readBalanceTransactions } from '../../domains/payments/balance-transaction.service.ts';
import { readMissedEvents } from '../../domains/payments/events/missed-event.service.ts';
import { deleteOldStripeEvents } from '../../domains/payments/events/stripe-event.service.ts';
import { enqueueReconciliation } from '../../domains/reconciliation/nightly-reconciliation.service.ts';
import { enqueueDuplicateSearch } from '../../domains/stores/duplicates/find-duplicates.service.ts';
import { deleteOldFigures } from '../../domains/stores/figures/figure.service.ts';
import type { Deps } from '../../platform/deps.ts';
import { deleteOldMailRecords } from '../../platform/mails/deliver-mail.ts';
import { countTimerFailure } from '../../platform/monitoring/metrics.ts';
import { deleteWindowsBefore } from '../../platform/rate-limits/rate-limit.repository.ts';
import { deleteSessionsEndedBefore } from '../../platform/security/session.repository.ts';
import { removeOldImportFiles } from '../../staff/imports/import.service.ts';
import { refreshFigures } from '../../staff/overview/figure.service.ts';

interface Timer {
  name: string;
  everySeconds: number;
  /** If true, the first run is not at startup but after `everySeconds`. */
  skipFirstRun?: true;
  run: (deps: Deps) => Promise<unknown>;
}

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * Periodic work. Every process runs all of it, so each timer must be safe to run in several processes at
 * once.
 */
export const TIMERS: readonly Timer[] = [
  // Short, so that a purchase that a crash left open is settled within a minute of the restart.
  { name: 'sweep purchases', everySeconds: 15, run: sweepPurchases },
  // Short, so that a pass on a phone is voided soon after its membership ends.
  { name: 'refresh wallet passes', everySeconds: 5, run: refreshWalletPasses },
  // Only needed if a job that was enqueued after a change of cards fails. It then has to run before the next
  // renewal.
  { name: 'sync added cards to Stripe', everySeconds: 600, run: sweepSeats },
  { name: 'sync changed plans to Stripe', everySeconds: 60, run: sweepPlans },
  { name: 'end overdue subscriptions', everySeconds: HOUR_SECONDS, run: endOverdueSubscriptions },
  { name: 'remind about unpaid bills', everySeconds: HOUR_SECONDS, run: sendUnpaidNotices },
  { name: 'remind about yearly renewals', everySeconds: HOUR_SECONDS, run: sendRenewalReminders },
  { name: 'warn about expiring cards', everySeconds: HOUR_SECONDS, run: sendCardNotices },
  { name: 'report held payouts', everySeconds: HOUR_SECONDS, run: sendHoldNotices },
  { name: 'unlist businesses whose plan ended', everySeconds: HOUR_SECONDS, run: unlistUncoveredBusinesses },
  // Events are read only once an hour, by the first process that tries.
  { name: 'read missed Stripe events', everySeconds: 600, skipFirstRun: true, run: readMissedEvents },
  {
    name: 'post Stripe balance transactions',
    everySeconds: 600,
    skipFirstRun: true,
    run: readBalanceTransactions,
  },
  { name: 'count the overview figures', everySeconds: 300, run: refreshFigures },
  {
    name: 'reconcile with Stripe',
    everySeconds: HOUR_SECONDS,
    skipFirstRun: true,
    run: enqueueReconciliation,
  },
  {
    name: 'delete expired sessions',
    everySeconds: HOUR_SECONDS,
    run: ({ db, now }) => deleteSessionsEndedBefore(db, now()),
  },
  { name: 'delete old Stripe events', everySeconds: HOUR_SECONDS, run: deleteOldStripeEvents },
  { name: 'delete old suspected messages', everySeconds: HOUR_SECONDS, run: deleteOldSuspectedRows },
  { name: 'delete expired tokens', everySeconds: HOUR_SECONDS, run: deleteExpiredTokens },
  { name: 'find duplicate listings', everySeconds: HOUR_SECONDS, run: enqueueDuplicateSearch },
  { name: 'delete old business figures', everySeconds: DAY_SECONDS, run: deleteOldFigures },
  { name: 'remove old import files', everySeconds: 600, run: removeOldImportFiles },
  { name: 'delete old mail records', everySeconds: HOUR_SECONDS, run: deleteOldMailRecords },
  {
    name: 'delete old rate limits',
    everySeconds: HOUR_SECONDS,
    run: ({ db, now }) => deleteWindowsBefore(db, new Date(now().getTime() - 2 * HOUR_SECONDS * 1000)),
  },
  {
    // A PostgreSQL server vacuums itself; the embedded database doesn't.
    name: 'vacuum the embedded database',
    everySeconds: DAY_SECONDS,
    skipFirstRun: true,
    run: async ({ config, db }) => {
      if (!config.databaseUrl) await vacuum(db);
    },
  },
];

/**
 * Starts the timers; a timer never overlaps itself. The returned function stops them and waits for running
 * work.
 */
export function startTimers(deps: Deps): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const handles = TIMERS.map(({ name, everySeconds, skipFirstRun, run }) => {
    let isBusy = false;
    const tick = () => {
      if (isBusy) return;
      isBusy = true;
      const work = run(deps)
        .then(
          () => {},
          (error: unknown) => {
            countTimerFailure(name);
            deps.log.error({ err: error, timer: name }, 'timer failed');
          },
        )
        .finally(() => {
          isBusy = false;
          running.delete(work);
        });
      running.add(work);
    };
    if (!skipFirstRun) tick();
    return setInterval(tick, everySeconds * 1000).unref();
  });
  return async () => {
    for (const handle of handles) clearInterval(handle);
    await Promise.all(running);
  };
}
