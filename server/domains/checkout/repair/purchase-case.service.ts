import { z } from 'zod';
import type { Deps } from '../../../platform/deps.ts';
import { findSale, listSalesOfPurchase, type StripeSale } from '../../payments/stripe-sale.service.ts';
import { findSubscriptionByProvider } from '../../payments/subscriptions/subscription.service.ts';
import { findPurchase } from '../purchase/purchase.repository.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import { RepairRefused } from './repair-errors.ts';

/** A purchase in our database and its sales at Stripe. At least one of them exists. */
export interface PurchaseCase {
  /**
   * What staff entered: the id of a purchase, or of its subscription, invoice, payment intent, charge,
   * refund, or dispute at Stripe.
   */
  id: string;
  purchase: Purchase | undefined;
  sales: StripeSale[];
}

/** Finds a purchase in our database and its sales at Stripe, by an id of either. */
export async function findCase(deps: Deps, id: string): Promise<PurchaseCase> {
  const isOurs = z.uuid().safeParse(id).success;
  const sale = isOurs ? undefined : await findSale(deps, id);
  const purchase = isOurs ? await findPurchase(deps.db, id) : await findPurchaseOfSale(deps, sale);
  if (!purchase && !sale) throw new RepairRefused(`Neither Stripe nor we have ${id}.`);
  const sales = new Map<string, StripeSale>();
  if (sale) sales.set(sale.id, sale);
  for (const listedSale of purchase ? await listSales(deps, purchase) : [])
    sales.set(listedSale.id, listedSale);
  return { id, purchase, sales: [...sales.values()] };
}

async function findPurchaseOfSale(deps: Deps, sale: StripeSale | undefined): Promise<Purchase | undefined> {
  if (!sale) return undefined;
  const storedSubscription =
    sale.type === 'subscription' ? await findSubscriptionByProvider(deps.db, sale.id) : undefined;
  const purchaseId = storedSubscription?.purchaseId ?? z.uuid().safeParse(sale.metadata.purchase).data;
  return purchaseId ? findPurchase(deps.db, purchaseId) : undefined;
}

async function listSales(
  deps: Deps,
  { id, providerCustomerId, providerSubscriptionId, providerPaymentId }: Purchase,
): Promise<StripeSale[]> {
  const listedSales = providerCustomerId ? await listSalesOfPurchase(deps, id, providerCustomerId) : [];
  const ownStripeId = providerSubscriptionId ?? providerPaymentId;
  if (!ownStripeId || listedSales.some((sale) => sale.id === ownStripeId)) return listedSales;
  const sale = await findSale(deps, ownStripeId);
  return sale ? [...listedSales, sale] : listedSales;
}
