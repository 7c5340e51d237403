import { paths } from '../../../../lib/pages.shared.ts';
import { hasOtherPaidSignup } from '../../../affiliates/affiliate.service.ts';
import { ACCOUNT_DELETED, defineKind, endNothing } from '../../purchase/define-kind.ts';
import { createBoughtMembership, summarizeMembership } from '../card/bought-membership.service.ts';
import { createCompletionLink } from '../completion-link.service.ts';
import { type AffiliateCart, affiliateCart } from './affiliate-signup.schema.ts';
import { finishSignup } from './signup-record.service.ts';

/** The value of `type` in the URL of each role's wizard. */
const WIZARD_TYPES = {
  friend: 'friend',
  influencer: 'influencer',
  educator: 'rep',
} as const satisfies Record<AffiliateCart['role'], string>;

export const affiliateSignupKind = defineKind({
  cart: affiliateCart,
  billing: 'subscription',
  findConflict: async (trx, { accountId, cart: { role, signupId } }) => {
    if (!accountId) return ACCOUNT_DELETED;
    return (await hasOtherPaidSignup(trx, { accountId, role, signupId }))
      ? 'You signed up in another window.'
      : null;
  },
  fulfill: async (deps, trx, purchase, settlement) => {
    const result = await createBoughtMembership(trx, purchase, purchase.cart, settlement);
    const { now } = settlement;
    await finishSignup(deps, trx, purchase.cart.signupId, { purchaseId: purchase.id, now });
    return result;
  },
  end: endNothing,
  summarize: ({ cart }) => summarizeMembership(cart),
  completionUrl: (deps, { id, cart }) =>
    createCompletionLink(deps, id, paths.educators(), { type: WIZARD_TYPES[cart.role] }),
});
