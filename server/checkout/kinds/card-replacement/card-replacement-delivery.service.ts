import type { Trx } from '#db/client.ts';
import type { Deps } from '../../../deps.ts';
import {
  lockCardState,
  queuePhysicalCard,
} from '../../../memberships/physical-card/physical-card.service.ts';
import type { Purchase } from '../../purchase/purchase.schema.ts';
import { replacementCart } from './card-replacement.schema.ts';

/** Whether another card for the membership came into the queue between the order and its payment. */
export async function isReplacementOutrun(trx: Trx, purchase: Purchase, now: Date): Promise<boolean> {
  const { membershipId } = replacementCart.parse(purchase.cart);
  return (await lockCardState(trx, membershipId, now)) === 'requested';
}

/** Puts the paid card into the shipping queue; returns the membership's number for the receipt. */
export async function deliverReplacement(
  _deps: Deps,
  trx: Trx,
  purchase: Purchase,
  { now }: { now: Date },
): Promise<string> {
  const { membershipId, number, firstname, lastname, ...address } = replacementCart.parse(purchase.cart);
  await queuePhysicalCard(trx, {
    membershipId,
    recipient: `${firstname} ${lastname}`,
    email: purchase.email,
    address,
    requestedAt: now,
    isReplacement: true,
  });
  return number;
}
