import { inTransaction, type Trx } from '#db/client.ts';
import { derivedId } from '../../../lib/ids.ts';
import { formatMembershipNumber } from '../../../lib/membership-number.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { EmployeeNotice } from '../../../platform/mails/employee-mails.ts';
import { listCardholders } from './invitation.repository.ts';

/** An older end isn't news, as after an import or a repair. Shorter than the time for which jobs are kept. */
const NEWS_MS = 3 * 86_400_000;
/** Stripe's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 3_600_000;

interface EndingPlan {
  id: string;
  periodEnd: Date;
  grantedUntil: Date | null;
  canceledAt: Date | null;
  endedAt: Date | null;
}

/**
 * Notifies the employees of a company whose plan was canceled or has ended (D67). If the company canceled it and
 * the paid period is over, they know already. Safe to repeat.
 */
export async function enqueueEmployeeNotices(
  deps: Pick<Deps, 'jobs' | 'now'>,
  trx: Trx,
  { id, periodEnd, grantedUntil, canceledAt, endedAt }: EndingPlan,
): Promise<void> {
  const isEnded = endedAt !== null && endedAt <= deps.now();
  const wasAnnounced =
    canceledAt && endedAt && canceledAt < endedAt && endedAt.getTime() >= periodEnd.getTime() - CLOCK_SKEW_MS;
  const at = isEnded ? endedAt : canceledAt;
  if (!at || wasAnnounced || at.getTime() < deps.now().getTime() - NEWS_MS) return;
  await enqueueNotice(deps, trx, {
    subscriptionId: id,
    change: isEnded ? 'ended' : 'canceled',
    // Unlike the end, it stays the same if Stripe's clock is ahead of ours.
    at: (canceledAt ?? at).toISOString(),
    endsAt: isEnded
      ? null
      : (grantedUntil && grantedUntil > periodEnd ? grantedUntil : periodEnd).toISOString(),
  });
}

/** Notifies the employees that the company keeps its plan after all. */
export async function enqueuePlanKept(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  { subscriptionId, canceledAt }: { subscriptionId: string; canceledAt: Date | null },
): Promise<void> {
  if (!canceledAt) return;
  const at = canceledAt.toISOString();
  await enqueueNotice(deps, trx, { subscriptionId, change: 'kept', at, endsAt: null });
}

async function enqueueNotice({ jobs }: Pick<Deps, 'jobs'>, trx: Trx, notice: EmployeeNotice): Promise<void> {
  const id = derivedId(`notify-employees:${notice.change}:${notice.at}`, notice.subscriptionId);
  await jobs.enqueue(trx, 'notify-employees', notice, { id });
}

/** Small, because a transaction blocks every other query on the embedded database. */
const BATCH_SIZE = 20;

/** Emails each employee once. Safe to repeat after a crash. */
export async function notifyEmployees(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { subscriptionId, change, at, endsAt }: EmployeeNotice,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const holders = await listCardholders(deps.db, { subscriptionId, after, limit: BATCH_SIZE });
    await inTransaction(deps.db, async (trx) => {
      for (const { membershipId, email, firstname, companyName, number } of holders) {
        if (!email) continue;
        await deps.jobs.enqueue(
          trx,
          'mail',
          {
            mail: 'employee-card-change',
            to: email,
            props: { change, firstname, companyName, number: formatMembershipNumber(number), endsAt },
          },
          { id: derivedId(`employee-card:${change}:${at}`, membershipId), isBulk: true },
        );
      }
    });
    after = holders.at(-1)?.membershipId ?? null;
    if (holders.length < BATCH_SIZE) return;
  }
}
