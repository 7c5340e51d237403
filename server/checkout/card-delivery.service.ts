import type { Trx } from '#db/client.ts';
import { FAMILY_PLANS } from '../catalog/plan.schema.ts';
import { createMembership } from '../memberships/membership.service.ts';
import { queuePhysicalCard } from '../memberships/physical-card.service.ts';
import { cardCart } from './card-purchase.schema.ts';
import type { Purchase } from './purchase.schema.ts';

export interface DeliveredMembership {
  id: string;
  /** As stored, 12 characters. */
  number: string;
}

/** A bought card: the membership, and its physical card where one was ordered (DESIGN D29). */
export async function deliverCard(
  trx: Trx,
  purchase: Purchase,
  { subscriptionId, now }: { subscriptionId: string; now: Date },
): Promise<DeliveredMembership> {
  const cart = cardCart.parse(purchase.cart);
  const isFamily = FAMILY_PLANS.includes(cart.plan);
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
    address: cart,
    requestedAt: now,
    isReplacement: false,
  });
  return membership;
}
