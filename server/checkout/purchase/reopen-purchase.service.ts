import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { cardCart } from '../kinds/card/card-purchase.schema.ts';
import { findPurchase } from './purchase.repository.ts';

/** The cart behind a mail's link, to be bought in a browser that can answer the bank; not once it is paid. */
export async function reopenPurchase(deps: Deps, token: string) {
  const verified = await deps.signer.verify('complete-payment', token);
  const purchase = verified ? await findPurchase(deps.db, verified.subject) : undefined;
  if (purchase?.kind !== 'card' || purchase.status !== 'failed') throw new AppError('PURCHASE_NOT_FOUND');
  return { cart: cardCart.parse(purchase.cart), quote: purchase.quote };
}
