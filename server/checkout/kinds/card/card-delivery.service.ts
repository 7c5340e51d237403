import type { Trx } from '#db/client.ts';
import { requirePlan } from '../../../catalog/plan.service.ts';
import { createMembership } from '../../../memberships/membership.service.ts';
import { queuePhysicalCard } from '../../../memberships/physical-card/physical-card.service.ts';
import type { Purchase } from '../../purchase/purchase.schema.ts';
import { type CardCart, cardCart } from './card-purchase.schema.ts';

export interface DeliveredMembership {
  id: string;
  /** As stored, 12 characters. */
  number: string;
}

type Delivery = { subscriptionId: string; now: Date };

/** A bought card (SPEC section 2, card purchase flow). */
export function deliverCard(trx: Trx, purchase: Purchase, delivery: Delivery): Promise<DeliveredMembership> {
  return deliverMembership(trx, purchase, cardCart.parse(purchase.cart), delivery);
}

/** The membership that a cart names, and its physical card where one was ordered (DESIGN D29). */
export async function deliverMembership(
  trx: Trx,
  purchase: Pick<Purchase, 'accountId' | 'email'>,
  cart: Omit<CardCart, 'email' | 'reference' | 'boughtBefore' | 'contractAgree' | 'discountCode'>,
  { subscriptionId, now }: Delivery,
): Promise<DeliveredMembership> {
  const { isFamily } = await requirePlan(trx, cart.plan, 'consumer');
  const membership = await createMembership(trx, {
    accountId: purchase.accountId,
    subscriptionId,
    planId: cart.plan,
    firstname: cart.firstname,
    lastname: cart.lastname,
    spouseFirstname: isFamily ? cart.spouseFirstName : null,
    spouseLastname: isFamily ? cart.spouseLastName : null,
    familyMembers: isFamily ? cart.members.map((member) => member.name) : [],
  });
  if (!cart.requestedPhysicalCard) return membership;
  await queuePhysicalCard(trx, {
    membershipId: membership.id,
    recipient: `${cart.firstname} ${cart.lastname}`,
    email: purchase.email,
    address: cart,
    requestedAt: now,
    isReplacement: false,
  });
  return membership;
}
