import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { listPlans } from '../../../catalog/plan.service.ts';
import { quote as quoteSchema } from '../../../catalog/quote.schema.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { derivedId } from '../../../lib/ids.ts';
import { listPayments } from '../../../payments/payment.service.ts';
import { cancelAtPeriodEnd } from '../../../payments/subscription.service.ts';
import { unlistBusinesses } from '../../../stores/owned-business.service.ts';
import { nextChargeOf } from '../../receipt/renewal-price.ts';
import { endPlanOf, findLatestPlan, findOverstayed, hasRunningPlan } from './business-plan.repository.ts';
import type { OwnBusinessPlan } from './business-plan.schema.ts';

type FoundPlan = NonNullable<Awaited<ReturnType<typeof findLatestPlan>>>;

/** Whether the account has a plan now, a trial included; a past-due one is a plan until its bill is given up (D15, D26). */
export async function hasBusinessPlan(db: Db, accountId: string, now: Date): Promise<boolean> {
  return hasRunningPlan(db, accountId, now);
}

const STATE_WORDS = {
  active: 'Active',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  canceled: 'Canceled',
  ended: 'Ended',
} as const satisfies Record<OwnBusinessPlan['state'], string>;

function stateOf({ isRunning, status, canceledAt }: FoundPlan): OwnBusinessPlan['state'] {
  if (!isRunning) return 'ended';
  if (status === 'past_due' || status === 'unpaid') return status;
  return canceledAt ? 'canceled' : 'active';
}

function later(a: Date | null, b: Date): Date {
  return a !== null && a > b ? a : b;
}

/** The account's plan, or the last one it had, with every payment; null where it never had one. */
export async function getOwnBusinessPlan(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
): Promise<OwnBusinessPlan | null> {
  const found = await findLatestPlan(db, accountId, now());
  if (!found) return null;
  const plan = (await listPlans(db)).find(({ id }) => id === found.planId);
  const paid = found.purchaseId ? await listPayments(db, found.purchaseId) : [];
  const state = stateOf(found);
  const periodEnd = found.periodEnd ?? found.endedAt ?? found.startedAt;
  const renews = found.isRunning && found.providerId !== null && found.canceledAt === null;
  return {
    planId: found.planId,
    planName: plan?.name ?? '',
    kind: found.kind,
    state,
    statusText: STATE_WORDS[state],
    startedAt: found.startedAt,
    periodEnd,
    nextCharge: renews
      ? { at: periodEnd, amountCents: nextChargeOf(quoteSchema.parse(found.quote), paid.length) }
      : null,
    listedUntil: later(found.listingUntil, found.endedAt ?? periodEnd),
    canCancel: renews,
    programs: found.programs,
    payments: paid.map(({ id, ordinal, paidAt, amountCents, refundedCents }) => ({
      // The first payment's receipt is the purchase's.
      receiptId: ordinal === 1 && found.purchaseId ? found.purchaseId : id,
      paidAt,
      amountCents,
      refundedCents,
    })),
  };
}

/** Lets the plan end with its paid period; the business stays listed until then. A second call changes nothing. */
export async function cancelBusinessPlan(deps: Deps, account: { id: string; email: string }): Promise<void> {
  const found = await findLatestPlan(deps.db, account.id, deps.now());
  if (!found?.isRunning || !found.subscriptionId || !found.providerId) {
    throw new AppError('BUSINESS_PLAN_NOT_FOUND');
  }
  const { subscriptionId } = found;
  try {
    await cancelAtPeriodEnd(deps, { subscriptionId });
  } catch (error) {
    const unanswered = error instanceof AppError && error.code === 'PAYMENT_UNCONFIRMED';
    throw unanswered ? new AppError('CANCEL_UNCONFIRMED', { cause: error }) : error;
  }
  const own = await getOwnBusinessPlan(deps, account.id);
  await inTransaction(deps.db, (trx) =>
    deps.jobs.enqueue(
      trx,
      'mail',
      {
        mail: 'plan-cancelled',
        to: account.email,
        props: {
          // The account's page names the business; the mail names the plan.
          planName: own?.planName ?? '',
          listedUntil: (own?.listedUntil ?? deps.now()).toISOString(),
        },
      },
      // However often it is canceled, one mail says so.
      { id: derivedId('plan-cancelled', subscriptionId) },
    ),
  );
}

/** The subscription is over: so is its plan, and the business leaves the search unless a trial's year still runs. */
export async function endBusinessPlan(
  trx: Trx,
  subscriptionId: string,
  endedAt: Date,
  now: Date,
): Promise<void> {
  const businessId = await endPlanOf(trx, subscriptionId, endedAt);
  if (businessId) await unlistBusinesses(trx, await findOverstayed(trx, now, { businessId, limit: 1 }));
}

const BATCH = 100;

/**
 * Takes businesses out of the search whose plans ended by themselves: trials after their year, free periods, canceled
 * plans whose end the card network never told us. Returns how many.
 */
export async function unlistOverstayed({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  let unlisted = 0;
  for (;;) {
    const count = await inTransaction(db, async (trx) => {
      const ids = await findOverstayed(trx, now(), { limit: BATCH });
      if (ids.length > 0) await unlistBusinesses(trx, ids);
      return ids.length;
    });
    unlisted += count;
    if (count < BATCH) return unlisted;
  }
}
