import type { Trx } from '#db/client.ts';
import { paths } from '../../../../lib/pages.shared.ts';
import { formatPersonName } from '../../../../lib/same-person.ts';
import { requirePlan } from '../../../catalog/plan.service.ts';
import { toFamilyColumns } from '../../../memberships/family.schema.ts';
import { createMembership } from '../../../memberships/membership.service.ts';
import { queuePhysicalCard } from '../../../memberships/physical-card/physical-card.service.ts';
import type { Fulfillment, PurchaseSummary } from '../../purchase/kind.ts';
import type { Purchase } from '../../purchase/purchase.schema.ts';
import type { CardCart } from './card-purchase.schema.ts';

/** The fields that the carts of card purchases and affiliate signups share. */
type MembershipCart = Omit<
  CardCart,
  'email' | 'reference' | 'boughtBefore' | 'contractAgree' | 'discountCode'
>;

/** Creates the cart's membership and, if a physical card was ordered, queues it for shipping. */
export async function createBoughtMembership(
  trx: Trx,
  { accountId, email }: Pick<Purchase, 'accountId' | 'email'>,
  cart: MembershipCart,
  { subscription, now }: { subscription: { id: string }; now: Date },
): Promise<Fulfillment> {
  const hasFamily = cart.spouseFirstName !== null || cart.spouseLastName !== null || cart.members.length > 0;
  const isFamily = hasFamily && (await requirePlan(trx, cart.plan, 'consumer')).isFamily;
  const membership = await createMembership(trx, {
    accountId,
    subscriptionId: subscription.id,
    planId: cart.plan,
    firstname: cart.firstname,
    lastname: cart.lastname,
    latinName: cart.latinName,
    ...toFamilyColumns(isFamily ? cart : null),
  });
  if (cart.requestedPhysicalCard) {
    await queuePhysicalCard(trx, {
      membershipId: membership.id,
      recipient: formatPersonName(cart),
      email,
      address: cart,
      requestedAt: now,
      isReplacement: false,
    });
  }
  return { membershipNumber: membership.number, membershipId: membership.id };
}

export function summarizeMembership(cart: MembershipCart): PurchaseSummary {
  return {
    subject: 'membership',
    greetingName: cart.firstname,
    buyerName: formatPersonName(cart),
    buyerLatinName: cart.latinName,
    shipping: cart.requestedPhysicalCard ? cart : null,
    membershipNumber: null,
    managePath: paths.account(),
    declinedMail: 'card-declined',
    additionsLabel: null,
  };
}
