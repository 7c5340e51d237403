import type { Deps } from '../../deps.ts';
import { refundCharge } from '../../payments/stripe-refund.service.ts';
import { listSaleCharges, type SaleCharge, type StripeSale } from '../../payments/stripe-sale.service.ts';
import { endSubscription } from '../../payments/stripe-subscription.service.ts';
import { findCase, type PurchaseCase } from './purchase-case.service.ts';
import { RepairRefused } from './repair-errors.ts';
import { type Repairer, recordRepair, syncSale } from './repair-purchase.service.ts';

export interface RefundOptions extends Repairer {
  /** If null, everything that is left is refunded. */
  amountCents: number | null;
  /** True if the membership stays active although its period is refunded (D55). */
  keepsMembership: boolean;
}

export interface RefundedCharge {
  chargeId: string;
  amountCents: number;
}

/**
 * Refunds the named charge or, if `id` names none, the newest charge that isn't fully refunded. If our
 * database has no purchase for the subscription, also cancels the subscription, because nobody else could,
 * unless `keepsMembership` is set.
 */
export async function refundCase(deps: Deps, id: string, options: RefundOptions): Promise<RefundedCharge> {
  const purchaseCase = await findCase(deps, id);
  const { sale, charge } = await chooseCharge(deps, purchaseCase);
  const remainingCents = charge.amountCents - charge.refundedCents;
  const amountCents = options.amountCents ?? remainingCents;
  if (amountCents > remainingCents)
    throw new RepairRefused(`${charge.id} has less than that left to refund.`);
  await recordRepair(deps, 'refund', purchaseCase, options);
  await refundCharge(deps, charge, { amountCents, keepsMembership: options.keepsMembership });
  if (!purchaseCase.purchase && !options.keepsMembership && sale.type === 'subscription') {
    await endSubscription(deps, sale.id);
  }
  if (purchaseCase.purchase) await syncSale(deps, sale);
  return { chargeId: charge.id, amountCents };
}

async function chooseCharge(
  deps: Deps,
  { id, sales }: PurchaseCase,
): Promise<{ sale: StripeSale; charge: SaleCharge }> {
  const charges: Array<{ sale: StripeSale; charge: SaleCharge }> = [];
  for (const sale of sales) {
    for (const charge of await listSaleCharges(deps, sale)) charges.push({ sale, charge });
  }
  const refundable = charges
    .filter(({ charge }) => charge.status === 'succeeded' && charge.refundedCents < charge.amountCents)
    .toSorted((a, b) => b.charge.createdAt.getTime() - a.charge.createdAt.getTime());
  const isCharge = id.startsWith('ch_') || id.startsWith('py_');
  const chosenCharge = isCharge ? refundable.find(({ charge }) => charge.id === id) : refundable[0];
  if (!chosenCharge) throw new RepairRefused(`Stripe has no money left to refund for ${id}.`);
  return chosenCharge;
}
