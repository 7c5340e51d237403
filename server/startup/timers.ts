import { vacuum } from '#db/vacuum.ts';
import { deleteEndedSessions, forgetUsedTokens } from '../accounts/housekeeping.service.ts';
import { unlistUncoveredBusinesses } from '../business-plans/business-plan.service.ts';
import { endOverdueSubscriptions, sweepPurchases } from '../checkout/purchase/sweep-purchases.service.ts';
import { forgetSuspected } from '../content/message.service.ts';
import type { Deps } from '../deps.ts';
import { sweepSeats } from '../memberships/company/company-seats.service.ts';
import { refreshWalletPasses } from '../memberships/wallet/wallet-pass.service.ts';
import { readMissedEvents } from '../payments/missed-event.service.ts';
import { deleteOldStripeEvents } from '../payments/stripe-event.service.ts';
import { deleteWindowsBefore } from '../rate-limits/rate-limit.repository.ts';

interface Timer {
  name: string;
  everySeconds: number;
  /** Not at the start, which must not wait for it. */
  later?: true;
  run: (deps: Deps) => Promise<unknown>;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** What each process does by the clock; every one of these is safe to run in several processes at once. */
const TIMERS: Timer[] = [
  // Short, so that a purchase left open by a crash is settled within a minute of the restart (DESIGN section 4).
  { name: 'sweep purchases', everySeconds: 15, run: sweepPurchases },
  // Short: a pass in somebody's telephone is void as soon as the membership is.
  { name: 'bring wallet passes up to date', everySeconds: 5, run: refreshWalletPasses },
  // Long after the job that is made with the cards, and long before a renewal.
  { name: 'tell the card network of added cards', everySeconds: 600, run: sweepSeats },
  { name: 'end overdue subscriptions', everySeconds: HOUR, run: endOverdueSubscriptions },
  { name: 'unlist businesses whose plan ended', everySeconds: HOUR, run: unlistUncoveredBusinesses },
  // Once an hour, whoever of several processes comes first.
  { name: 'read missed card network events', everySeconds: 600, later: true, run: readMissedEvents },
  { name: 'delete ended sessions', everySeconds: HOUR, run: deleteEndedSessions },
  { name: 'forget card network events', everySeconds: HOUR, run: deleteOldStripeEvents },
  { name: 'forget suspected messages', everySeconds: HOUR, run: forgetSuspected },
  { name: 'forget used tokens', everySeconds: HOUR, run: forgetUsedTokens },
  {
    name: 'forget rate limits',
    everySeconds: HOUR,
    run: ({ db, now }) => deleteWindowsBefore(db, new Date(now().getTime() - 2 * HOUR * 1000)),
  },
  {
    // PostgreSQL does it by itself, the embedded database does not.
    name: 'tidy the embedded database',
    everySeconds: DAY,
    later: true,
    run: async ({ config, db }) => {
      if (!config.databaseUrl) await vacuum(db);
    },
  },
];

/** Runs each at once, but for those that come later, and then by its period, never twice at the same time; the return stops and waits. */
export function startTimers(deps: Deps): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const handles = TIMERS.map(({ name, everySeconds, later, run }) => {
    let busy = false;
    const tick = () => {
      if (busy) return;
      busy = true;
      const work = run(deps)
        .then(
          () => {},
          (error: unknown) => deps.log.error({ err: error, timer: name }, 'timer'),
        )
        .finally(() => {
          busy = false;
          running.delete(work);
        });
      running.add(work);
    };
    if (!later) tick();
    return setInterval(tick, everySeconds * 1000).unref();
  });
  return async () => {
    for (const handle of handles) clearInterval(handle);
    await Promise.all(running);
  };
}
