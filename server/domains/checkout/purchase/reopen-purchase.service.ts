import type { z } from 'zod';
import { AppError } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findReferralOwnerById, type ReferralOwner } from '../../affiliates/referral.service.ts';
import type { Quote } from '../../catalog/quote.schema.ts';
import { findPurchase } from './purchase.repository.ts';
import type { PurchaseKindName } from './purchase.schema.ts';

/**
 * Returns the cart, quote, and referrer of the failed purchase that a completion link is for. Throws
 * PURCHASE_NOT_FOUND if the link is invalid, or if it is for another kind, for another account, or for a
 * purchase that hasn't failed.
 */
export async function reopenPurchase<Cart>(
  deps: Deps,
  token: string,
  expected: {
    kind: PurchaseKindName;
    cart: z.ZodType<Cart>;
    /** Omitted if guests can buy this kind. The link alone is then enough. */
    accountId?: string;
  },
): Promise<{ cart: Cart; quote: Quote; referrer: ReferralOwner | null }> {
  const verifiedToken = await deps.signer.verify('complete-payment', token);
  const purchase = verifiedToken ? await findPurchase(deps.db, verifiedToken.subject) : undefined;
  if (purchase?.kind !== expected.kind || purchase.status !== 'failed') {
    throw new AppError('PURCHASE_NOT_FOUND');
  }
  if (expected.accountId && purchase.accountId !== expected.accountId) {
    throw new AppError('PURCHASE_NOT_FOUND');
  }
  return {
    cart: expected.cart.parse(purchase.cart),
    quote: purchase.quote,
    referrer: await findReferralOwnerById(deps.db, purchase.referrerId),
  };
}
