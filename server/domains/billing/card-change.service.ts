import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { syncSubscription } from '../checkout/purchase/sync/sync-subscription.service.ts';
import {
  type CardSetup,
  type CompletedSetup,
  createCardSetup,
  findSetupOf,
  setCustomerCard,
  setSubscriptionCard,
} from '../payments/stripe-card-setup.service.ts';
import { CardDeclined } from '../payments/stripe-errors.ts';
import { listOpenInvoices, payInvoice } from '../payments/stripe-invoice.service.ts';
import { getPayUntil } from '../payments/subscriptions/subscription.schema.ts';
import { findEnd, type StoredBilling } from './billing.repository.ts';
import type { BillsToPay, CardChangeResult } from './billing.schema.ts';
import { getOpenBill } from './billing.service.ts';
import type { Payer } from './payer.service.ts';

/**
 * Starts one setup per customer at Stripe, because a card can be saved for one customer only. Throws
 * BILL_CLOSED if a bill that the page shows can no longer be paid, before anything is sent to Stripe.
 */
export async function startCardChange(
  deps: Deps,
  payer: Payer,
  { key, subscriptionIds }: { key: string; subscriptionIds: readonly string[] },
): Promise<CardSetup[]> {
  await requireOverdueSubscriptions(deps, payer, subscriptionIds);
  const customers = new Set(
    payer.subscriptions.flatMap(({ providerCustomerId }) => providerCustomerId ?? []),
  );
  if (customers.size === 0) throw new AppError('NOTHING_BILLED');
  if (await deps.limits.isExhausted('decline', payer.owner)) throw new AppError('TOO_MANY_DECLINES');
  return Promise.all(
    [...customers].map((customer) => createCardSetup(deps, { customer, owner: payer.owner, key })),
  );
}

/**
 * Charges the payer's subscriptions to the newly saved cards from now on, and pays open bills. Safe to repeat
 * after any failure, with the same setups or new ones, because Stripe pays an invoice only once.
 */
export async function changeCard(
  deps: Deps,
  payer: Payer,
  { setupIds, bills }: { setupIds: readonly string[]; bills: BillsToPay | null },
): Promise<CardChangeResult> {
  const setups = await requireSetups(deps, payer, setupIds);
  const overdueSubscriptions = await requireOverdueSubscriptions(deps, payer, bills?.subscriptionIds ?? []);
  const confirmation = await payBills(deps, overdueSubscriptions, setups, bills?.totalCents ?? 0).catch(
    (error) => throwDecline(deps, payer, error),
  );
  if (confirmation) return confirmation;
  // A card that was refused must not replace the one on file.
  for (const subscription of payer.subscriptions) await setCard(deps, subscription, setups);
  if (payer.accountId) for (const setup of setups.values()) await setCustomerCard(deps, setup);
  await syncAll(deps, payer.subscriptions);
  return { status: 'done' };
}

/** Completed card setups, by the id of their Stripe customer. */
type Setups = ReadonlyMap<string, CompletedSetup>;

async function requireSetups(deps: Deps, { owner }: Payer, ids: readonly string[]): Promise<Setups> {
  const setups = new Map<string, CompletedSetup>();
  for (const id of ids) {
    const setup = await findSetupOf(deps, owner, id);
    if (!setup) throw new AppError('NOT_FOUND');
    if (!setup.paymentMethodId) throw new AppError('CARD_INVALID');
    setups.set(setup.customer, { ...setup, paymentMethodId: setup.paymentMethodId });
  }
  return setups;
}

function findSetup({ providerCustomerId }: StoredBilling, setups: Setups): CompletedSetup | undefined {
  return providerCustomerId ? setups.get(providerCustomerId) : undefined;
}

/**
 * Returns the given subscriptions that are overdue, without those that have been paid since. Throws
 * BILL_CLOSED if a bill can no longer be paid, or isn't this payer's.
 */
async function requireOverdueSubscriptions(
  deps: Deps,
  payer: Payer,
  subscriptionIds: readonly string[],
): Promise<StoredBilling[]> {
  const overdueSubscriptions: StoredBilling[] = [];
  for (const id of subscriptionIds) {
    const storedBilling = payer.subscriptions.find((subscription) => subscription.id === id);
    if (!storedBilling || (storedBilling.pastDueSince && !getOpenBill(storedBilling, deps.now())))
      throw await explainClosedBill(deps, payer, id);
    if (storedBilling.pastDueSince) overdueSubscriptions.push(storedBilling);
  }
  return overdueSubscriptions;
}

/** An unpaid bill stays open for 14 days. If the plan has ended before, it was canceled. */
async function explainClosedBill({ db, now }: Deps, { accountId }: Payer, id: string): Promise<AppError> {
  const end = accountId ? await findEnd(db, { id, accountId }) : undefined;
  const isCanceled = end && now() < getPayUntil(end.periodEnd);
  return new AppError('BILL_CLOSED', {
    message: isCanceled
      ? 'You canceled this in another window, so you don’t owe anything for it.'
      : undefined,
  });
}

async function setCard(deps: Deps, subscription: StoredBilling, setups: Setups): Promise<void> {
  const setup = findSetup(subscription, setups);
  if (setup && subscription.providerId) await setSubscriptionCard(deps, subscription.providerId, setup);
}

/** Returns what the bank still requires, or undefined once everything is paid. */
async function payBills(
  deps: Deps,
  overdueSubscriptions: readonly StoredBilling[],
  setups: Setups,
  shownCents: number,
): Promise<CardChangeResult | undefined> {
  const invoices = await listInvoices(deps, overdueSubscriptions, setups);
  const totalCents = invoices.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (totalCents > shownCents) {
    await syncAll(deps, overdueSubscriptions);
    throw new AppError('PRICE_CHANGED', { message: 'The amount due has changed. Please check it again.' });
  }
  for (const { id, setup } of invoices) {
    const payment = await payInvoice(deps, { id, paymentMethodId: setup.paymentMethodId, key: setup.id });
    if (payment.state === 'closed') throw new AppError('BILL_CLOSED');
    if (payment.state === 'confirm') return { status: 'requires_action', clientSecret: payment.clientSecret };
  }
  return undefined;
}

async function listInvoices(deps: Deps, overdueSubscriptions: readonly StoredBilling[], setups: Setups) {
  const invoiceLists = await Promise.all(
    overdueSubscriptions.map(async (subscription) => {
      const setup = findSetup(subscription, setups);
      if (!setup) throw new AppError('CARD_INVALID');
      const openInvoices = subscription.providerId
        ? await listOpenInvoices(deps, subscription.providerId)
        : [];
      return openInvoices.map((invoice) => ({ ...invoice, setup }));
    }),
  );
  return invoiceLists.flat();
}

/** Counts a decline, and turns it into an error with the bank's reason. */
async function throwDecline(deps: Deps, { owner }: Payer, error: unknown): Promise<never> {
  if (!(error instanceof CardDeclined)) throw error;
  await deps.limits.takeKey('decline', owner).catch(() => {});
  throw new AppError('CARD_DECLINED', { message: error.message });
}

async function syncAll(deps: Deps, subscriptions: readonly StoredBilling[]): Promise<void> {
  for (const { providerId } of subscriptions) if (providerId) await syncSubscription(deps, providerId);
}
