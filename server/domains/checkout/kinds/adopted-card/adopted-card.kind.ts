import { z } from 'zod';
import { paths } from '../../../../lib/pages.shared.ts';
import { getAccount } from '../../../accounts/account.service.ts';
import { createMembership } from '../../../memberships/membership.service.ts';
import { defineKind, endNothing } from '../../purchase/define-kind.ts';
import { createPricingLink } from '../completion-link.service.ts';

/** What Stripe knows about a membership whose purchase we lost. Stripe stores no names. */
export const adoptedCart = z.object({ plan: z.int() });

/**
 * A membership that was recreated from its subscription at Stripe. It gets the name of its account. A guest's
 * membership has no name until the holder claims it with the link in the receipt.
 */
export const adoptedCardKind = defineKind({
  cart: adoptedCart,
  billing: 'subscription',
  findConflict: async () => null,
  fulfill: async (_deps, trx, { accountId, cart }, { subscription }) => {
    const account = accountId ? await getAccount(trx, accountId) : undefined;
    const { id, number } = await createMembership(trx, {
      accountId,
      subscriptionId: subscription.id,
      planId: cart.plan,
      firstname: account?.firstname ?? '',
      lastname: account?.lastname ?? '',
      spouseFirstname: null,
      spouseLastname: null,
      familyMembers: [],
    });
    return { membershipNumber: number, membershipId: id };
  },
  end: endNothing,
  summarize: () => ({
    subject: 'membership',
    greetingName: '',
    buyerName: 'Member',
    shipping: null,
    membershipNumber: null,
    managePath: paths.account(),
    declinedMail: 'card-declined',
    additionsLabel: null,
  }),
  completionUrl: (deps, { id, cart }) => createPricingLink(deps, id, cart.plan),
});
