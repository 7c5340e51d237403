import type { Trx } from '#db/client.ts';
import { toBusinessDate } from '../../../../lib/dates.ts';
import { newId } from '../../../../lib/ids.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { saveProviderCustomer } from '../../../accounts/provider-customer.service.ts';
import type { Plan } from '../../../catalog/plan.schema.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import { type FamilyNames, toFamilyColumns } from '../../../memberships/family.schema.ts';
import { type ImportOrigin, recordImported } from '../../../memberships/imported-membership.service.ts';
import { createMemberships } from '../../../memberships/membership.service.ts';
import { findPaidPeriod } from '../../../payments/stripe-subscription.service.ts';
import { openSubscriptions } from '../../../payments/subscriptions/imported-subscription.service.ts';
import {
  computeSubscriptionChange,
  findSubscriptionById,
  saveSubscription,
} from '../../../payments/subscriptions/subscription.service.ts';
import { computeFingerprint } from '../../purchase/fingerprint.ts';
import { insertPaidPurchases } from '../../purchase/purchase.repository.ts';
import { recordPayments } from '../../purchase/sync/record-payments.service.ts';
import type { ForeignSubscription } from './foreign-subscription.service.ts';

export interface MembershipToImport extends ImportOrigin {
  accountId: string;
  email: string;
  plan: Plan;
  firstname: string;
  lastname: string;
  latinName: string | null | undefined;
  family: FamilyNames;
  /** When a membership without a subscription began and ends. Ignored if there is a subscription. */
  period: { start: Date; end: Date } | null;
  subscription: ForeignSubscription | null;
  /** Stripe's customer, which later purchases of the account use too. */
  customerId: string | null;
}

/**
 * Creates memberships that were sold in another system, as paid purchases without a receipt. One without a
 * subscription ends by itself, like a free period (D25). A subscription keeps its payments, and is billed at
 * Stripe as before; a job then links it to its purchase. Returns the memberships in the given order.
 */
export async function importMemberships(
  deps: Pick<Deps, 'jobs' | 'kinds' | 'log' | 'now'>,
  trx: Trx,
  memberships: readonly MembershipToImport[],
): Promise<Array<{ id: string; number: string }>> {
  const now = deps.now();
  const orders = memberships.map((membership) => ({ membership, ...toOrder(membership, now) }));
  await insertPaidPurchases(
    trx,
    orders.map(({ purchase }) => purchase),
  );
  const subscriptionIds = await openSubscriptions(
    trx,
    orders.map(({ purchase, period, membership: { accountId } }) => ({
      purchaseId: purchase.id,
      accountId,
      providerId: purchase.providerSubscriptionId,
      periodStart: period.start,
      periodEnd: period.end,
    })),
  );
  const createdMemberships = await createMemberships(
    trx,
    orders.map(({ membership: { accountId, plan, firstname, lastname, latinName, family } }, index) => ({
      accountId,
      subscriptionId: subscriptionIds[index] ?? '',
      planId: plan.id,
      firstname,
      lastname,
      latinName,
      ...toFamilyColumns(family),
    })),
  );
  await recordImported(
    trx,
    orders.map(
      ({ membership: { key, externalId, externalNumber, rowDigest, startedOn }, purchase }, index) => ({
        membershipId: createdMemberships[index]?.id ?? '',
        key,
        externalId,
        externalNumber,
        rowDigest,
        startedOn: startedOn ?? toBusinessDate(purchase.createdAt),
      }),
    ),
    now,
  );
  for (const [index, { membership, purchase }] of orders.entries()) {
    const { subscription, customerId, accountId } = membership;
    if (subscription) await adopt(deps, trx, purchase.id, subscriptionIds[index] ?? '', subscription);
    if (customerId) await saveProviderCustomer(trx, accountId, customerId);
  }
  return createdMemberships.map(({ id, number }) => ({ id, number }));
}

function toOrder(membership: MembershipToImport, now: Date) {
  const { accountId, email, plan, key, subscription } = membership;
  const cart = { plan: plan.id };
  const firstPaidAt = subscription?.invoices[0]?.paidAt ?? null;
  const purchase = {
    id: newId(),
    kind: 'adopted-card' as const,
    accountId,
    buyerKey: `account:${accountId}`,
    idempotencyKey: `imported:${key}`,
    fingerprint: computeFingerprint(cart),
    cart,
    quote: subscription?.quote ?? toFreeQuote(plan),
    email,
    providerCustomerId: subscription?.customerId ?? null,
    providerSubscriptionId: subscription?.current.id ?? null,
    createdAt: firstPaidAt ?? now,
    // If nothing was paid, leave this null, so that there is no receipt.
    settledAt: firstPaidAt,
  };
  return { purchase, period: findPeriod(membership, now) };
}

function findPeriod({ period, subscription }: MembershipToImport, now: Date): { start: Date; end: Date } {
  if (!subscription) return period ?? { start: now, end: now };
  const { periodStart, periodEnd } = findPaidPeriod(subscription.invoices) ?? subscription.current;
  return { start: periodStart, end: periodEnd };
}

function toFreeQuote({ id, orderSummaryName }: Plan): Quote {
  const line = { planId: id, description: orderSummaryName, quantity: 1, unitCents: 0, amountCents: 0 };
  return {
    lines: [{ ...line, recurring: false, commissionable: false }],
    subtotalCents: 0,
    discountCents: 0,
    totalCents: 0,
    recurringCents: 0,
    discountedRecurringCents: 0,
    interval: 'once',
    promo: null,
    free: true,
  };
}

/**
 * Records the subscription's state and payments as read from Stripe. Sends no mail, even if a bill is open.
 */
async function adopt(
  deps: Pick<Deps, 'jobs' | 'kinds' | 'log' | 'now'>,
  trx: Trx,
  purchaseId: string,
  subscriptionId: string,
  { current, invoices }: ForeignSubscription,
): Promise<void> {
  const storedSubscription = await findSubscriptionById(trx, subscriptionId);
  if (!storedSubscription) throw new Error(`Subscription ${subscriptionId} was not stored`);
  await saveSubscription(
    trx,
    storedSubscription,
    computeSubscriptionChange(storedSubscription, current, invoices, deps.now()),
  );
  await recordPayments(deps, trx, purchaseId, invoices);
  const payload = { purchaseId, providerId: current.id };
  await deps.jobs.enqueue(trx, 'link-subscription', payload, { isBulk: true });
}
