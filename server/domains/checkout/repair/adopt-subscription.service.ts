import { z } from 'zod';
import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { getAccount } from '../../accounts/account.service.ts';
import { saveProviderCustomer } from '../../accounts/provider-customer.service.ts';
import { requirePlan } from '../../catalog/plan.service.ts';
import {
  linkSubscription,
  readSoldSubscription,
  type SoldSubscription,
  type StripeSale,
} from '../../payments/stripe-sale.service.ts';
import { listPaidInvoices, readSubscription } from '../../payments/stripe-subscription.service.ts';
import { isAdoptable, toAdoptedQuote } from '../kinds/adopted-card/adopted-sale.ts';
import { computeFingerprint } from '../purchase/fingerprint.ts';
import { insertPurchase } from '../purchase/purchase.repository.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import { settleSubscription } from '../purchase/settle-purchase.service.ts';
import { findCase } from './purchase-case.service.ts';
import { RepairRefused } from './repair-errors.ts';
import { type Repairer, recordRepair, requirePurchase, syncSale } from './repair-purchase.service.ts';

interface AdoptOptions {
  /** Takes precedence over the plan in Stripe's metadata. */
  planId?: number | undefined;
  email?: string | undefined;
}

/**
 * Prepares the purchase to recreate. Throws RepairRefused if we already have it, or if the subscription can't
 * be adopted.
 */
export async function findAdoption(deps: Deps, id: string, options: AdoptOptions) {
  const purchaseCase = await findCase(deps, id);
  const [sale] = purchaseCase.sales;
  if (purchaseCase.purchase)
    throw new RepairRefused(`${id} belongs to purchase ${purchaseCase.purchase.id}. Settle it.`);
  if (sale?.type !== 'subscription') {
    throw new RepairRefused('Only a subscription can be adopted. Refund this charge.');
  }
  if (!isAdoptable(sale)) {
    throw new RepairRefused(
      `Stripe doesn’t have everything that a ${sale.metadata.kind} purchase needs. Refund it, and ask the buyer to buy again.`,
    );
  }
  const soldSubscription = await readSoldSubscription(deps, sale.id);
  if (!soldSubscription || sale.status === 'past_due')
    throw new RepairRefused(`${sale.id} isn’t active. Refund what Stripe charged for it.`);
  return { ...purchaseCase, sale, order: await prepareOrder(deps, sale, soldSubscription, options) };
}

export type Adoption = Awaited<ReturnType<typeof findAdoption>>;

/**
 * Recreates the purchase and membership of a running subscription that our database doesn't have, for example
 * after a backup was restored. It is settled like any purchase, so it has a receipt, payments, and postings.
 * A guest's receipt has a link to claim the membership.
 */
export async function adoptCase(deps: Deps, adoption: Adoption, repairer: Repairer): Promise<Purchase> {
  const { sale, order } = adoption;
  await recordRepair(deps, 'adopt', adoption, repairer);
  await linkSubscription(deps, sale.id, { purchase: order.id, attempt: '1' });
  await inTransaction(deps.db, (trx) => insertPurchase(trx, order));
  const provider = await readSubscription(deps, sale.id);
  if (provider) await settleSubscription(deps, order.id, provider, await listPaidInvoices(deps, sale.id));
  if (order.accountId && sale.customerId)
    await saveProviderCustomer(deps.db, order.accountId, sale.customerId);
  await syncSale(deps, sale);
  return requirePurchase(deps, order.id);
}

async function prepareOrder(
  deps: Deps,
  sale: StripeSale,
  soldSubscription: SoldSubscription,
  options: AdoptOptions,
) {
  const { metadata } = sale;
  const planId = options.planId ?? (metadata.plan === undefined ? undefined : Number(metadata.plan));
  if (planId === undefined) throw new RepairRefused('Stripe doesn’t say which plan it is. Enter the plan.');
  await requireConsumerPlan(deps, planId);
  const accountId = z.uuid().safeParse(metadata.account).data;
  const account = accountId ? await getAccount(deps.db, accountId) : undefined;
  const email = options.email ?? account?.email ?? soldSubscription.email;
  if (!email) throw new RepairRefused('Stripe doesn’t have the buyer’s email address. Enter one.');
  const cart = { plan: planId };
  return {
    // Use the purchase id in Stripe's metadata, so that later events find the purchase.
    id: z.uuid().safeParse(metadata.purchase).data ?? newId(),
    kind: 'adopted-card' as const,
    accountId: account?.id ?? null,
    buyerKey: account ? `account:${account.id}` : `adopted:${sale.id}`,
    idempotencyKey: `adopted:${sale.id}`,
    fingerprint: computeFingerprint(cart),
    cart,
    quote: toAdoptedQuote(planId, soldSubscription),
    promoCode: null,
    email,
    referrerId: null,
    providerCustomerId: sale.customerId,
    heartbeatAt: deps.now(),
    isConfirmable: false,
    isOffSession: false,
  };
}

async function requireConsumerPlan({ db }: Deps, planId: number): Promise<void> {
  try {
    await requirePlan(db, planId, 'consumer');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new RepairRefused(`Plan ${planId} isn’t a membership that a person can buy.`);
  }
}
