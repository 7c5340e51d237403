import { inTransaction } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { derivedId } from '../../lib/ids.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import type { Deps } from '../../platform/deps.ts';
import { getAccount } from '../accounts/account.service.ts';
import { listPlans } from '../catalog/plan.service.ts';
import { endMembership, restartMembership } from '../memberships/cancellation.service.ts';
import {
  describeMembership,
  findMembershipOfSubscription,
  type StoredMembership,
} from '../memberships/membership.service.ts';
import { describeNextPlan } from '../memberships/plan-change.service.ts';
import { findBillingOfPurchase, findMoneyReturns } from '../payments/subscriptions/subscription.service.ts';
import type { GuestCancelInput, GuestLinkInput } from './guest-membership.schema.ts';
import { isGuestPurchase } from './purchase/buyer.ts';
import { findPurchase } from './purchase/purchase.repository.ts';
import type { Purchase } from './purchase/purchase.schema.ts';

async function requireMembershipByKey(deps: Deps, key: string) {
  const verifiedKey = await deps.signer.verify('cancel-membership', key);
  const purchase = verifiedKey ? await findPurchase(deps.db, verifiedKey.subject) : undefined;
  const billing = purchase && (await findBillingOfPurchase(deps.db, purchase.id));
  const membership = billing && (await findMembershipOfSubscription(deps.db, billing.subscriptionId));
  if (!purchase || !membership) throw new AppError('MEMBERSHIP_NOT_FOUND');
  return { purchase, membership };
}

export async function getGuestMembership(deps: Deps, key: string) {
  const { membership } = await requireMembershipByKey(deps, key);
  const now = deps.now();
  const moneyReturns = await findMoneyReturns(deps.db, [membership.subscriptionId]);
  const { number, planName, canceled, summary } = describeMembership(membership, 'guest', now, {
    moneyReturn: moneyReturns.get(membership.subscriptionId) ?? null,
    nextPlan: describeNextPlan(await listPlans(deps.db), membership, now),
  });
  const canResume = membership.accountId === null && summary.actions.includes('resume');
  return { number, planName, canceled, canResume, summary };
}

/**
 * The emailed key is the only proof that the caller bought the membership, because a guest has no account. It
 * stays valid after someone else has claimed the membership, whom we then notify too: the payer may always
 * stop paying.
 */
export async function cancelGuestMembership(deps: Deps, { key, reason }: GuestCancelInput): Promise<void> {
  const { purchase, membership } = await requireMembershipByKey(deps, key);
  await endMembership(deps, membership, { ...(await findRecipients(deps, purchase, membership)), reason });
}

/**
 * Undoes the cancellation, with the same key. Throws NOT_ALLOWED if someone has claimed the membership, because
 * they may have canceled it, and may pay for it with their own card.
 */
export async function resumeGuestMembership(deps: Deps, key: string): Promise<void> {
  const { purchase, membership } = await requireMembershipByKey(deps, key);
  if (membership.accountId !== null) throw new AppError('NOT_ALLOWED');
  await restartMembership(deps, membership, { email: purchase.email });
}

async function findPurchaseToCancel({ db, signer }: Deps, input: GuestLinkInput) {
  if ('key' in input) {
    const verifiedKey = await signer.verifyExpired('cancel-membership', input.key);
    return verifiedKey ? findPurchase(db, verifiedKey.subject) : undefined;
  }
  const purchase = await findPurchase(db, input.purchaseId);
  return purchase && isGuestPurchase(purchase) ? purchase : undefined;
}

/**
 * Emails a new link to the buyer's address, at most once a day. Does nothing if the key isn't one of ours, even
 * expired, if the purchase is an account's, or if the membership has ended.
 */
export async function sendGuestLink(deps: Deps, input: GuestLinkInput): Promise<void> {
  const { db, jobs, now } = deps;
  const purchase = await findPurchaseToCancel(deps, input);
  const billing = purchase && (await findBillingOfPurchase(db, purchase.id));
  const membership = billing && (await findMembershipOfSubscription(db, billing.subscriptionId));
  if (!purchase || !membership) return;
  const { firstname, planName, number, state } = describeMembership(membership, 'guest', now());
  if (state === 'expired' || state === 'canceled') return;
  const props = { firstname, planName, number: formatMembershipNumber(number) };
  await inTransaction(db, (trx) =>
    jobs.enqueue(
      trx,
      'mail',
      {
        mail: 'membership-link',
        to: purchase.email,
        props: { ...props, cancelUrl: { kind: 'guest-cancel', id: purchase.id } },
      },
      { id: derivedId(`membership-link:${now().toISOString().slice(0, 10)}`, purchase.id) },
    ),
  );
}

async function findRecipients({ db }: Deps, purchase: Purchase, { accountId }: StoredMembership) {
  const holder = accountId === null ? undefined : await getAccount(db, accountId);
  return { email: purchase.email, holderEmail: holder?.email };
}
