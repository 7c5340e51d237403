import { paths } from '../../../../lib/pages.shared.ts';
import { formatPersonName } from '../../../../lib/same-person.ts';
import { createMembership } from '../../../memberships/membership.service.ts';
import { defineKind, endNothing } from '../../purchase/define-kind.ts';
import { createPricingLink } from '../completion-link.service.ts';
import { grantedCart } from './granted-card.schema.ts';

/** A membership that staff gave away, without a charge. */
export const grantedCardKind = defineKind({
  cart: grantedCart,
  billing: 'subscription',
  findConflict: async () => null,
  fulfill: async (_deps, trx, { accountId, cart }, { subscription }) => {
    const { id, number } = await createMembership(trx, {
      accountId,
      subscriptionId: subscription.id,
      planId: cart.plan,
      firstname: cart.firstname,
      lastname: cart.lastname,
      latinName: cart.latinName,
      spouseFirstname: null,
      spouseLastname: null,
      familyMembers: [],
    });
    return { membershipNumber: number, membershipId: id };
  },
  end: endNothing,
  summarize: ({ cart }) => ({
    subject: 'membership',
    greetingName: cart.firstname,
    buyerName: formatPersonName(cart),
    buyerLatinName: cart.latinName,
    shipping: null,
    membershipNumber: null,
    managePath: paths.account(),
    declinedMail: 'card-declined',
    additionsLabel: null,
  }),
  completionUrl: (deps, { id, cart }) => createPricingLink(deps, id, cart.plan),
});
