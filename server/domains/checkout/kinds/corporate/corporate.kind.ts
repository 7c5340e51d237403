import type { Trx } from '#db/client.ts';
import { paths } from '../../../../lib/pages.shared.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { lockAccount } from '../../../accounts/account.service.ts';
import { requireCorporatePlans } from '../../../catalog/plan.service.ts';
import { findCompanyPayer, getCompanyStanding } from '../../../memberships/company/company.service.ts';
import { createEmployeeCards } from '../../../memberships/company/company-card.service.ts';
import { enqueueEmployeeNotices } from '../../../memberships/company/employee-notice.service.ts';
import { createMembership } from '../../../memberships/membership.service.ts';
import { ACCOUNT_DELETED, defineKind, endNothing } from '../../purchase/define-kind.ts';
import type { PurchaseOf, StartedSubscription } from '../../purchase/kind.ts';
import { createPricingLink } from '../completion-link.service.ts';
import { type StoredCorporateCart, storedCorporateCart } from './corporate.schema.ts';

export const corporateKind = defineKind({
  cart: storedCorporateCart,
  billing: 'subscription',
  findConflict: async (trx, { id, accountId }, now) => {
    if (!accountId) return ACCOUNT_DELETED;
    await lockAccount(trx, accountId);
    const standing = await getCompanyStanding(trx, accountId, now);
    return standing?.isCurrent && standing.membership.purchaseId !== id
      ? 'You bought a corporate plan in another window.'
      : null;
  },
  fulfill: fulfillCorporate,
  end: endNothing,
  notifyHolders: enqueueEmployeeNotices,
  summarize: ({ cart: { companyName } }) => ({
    subject: 'corporate plan',
    greetingName: companyName,
    buyerName: companyName,
    shipping: null,
    membershipNumber: null,
    managePath: paths.company(),
    declinedMail: 'company-declined',
    additionsLabel: 'Cards added since',
  }),
  findPayer: (trx, { accountId }) => findCompanyPayer(trx, accountId),
  completionUrl: async (deps, { id }) => {
    const plans = await requireCorporatePlans(deps.db);
    return createPricingLink(deps, id, plans.company.id);
  },
});

/** Creates the company's own membership and one per employee. One subscription bills all of them. */
async function fulfillCorporate(
  deps: Deps,
  trx: Trx,
  { id, accountId, cart, quote }: PurchaseOf<StoredCorporateCart>,
  { subscription }: { subscription: StartedSubscription },
): Promise<{ membershipNumber: null }> {
  const plans = await requireCorporatePlans(trx);
  await createMembership(trx, {
    accountId,
    subscriptionId: subscription.id,
    planId: plans.company.id,
    firstname: cart.companyName,
    lastname: '',
    spouseFirstname: null,
    spouseLastname: null,
    familyMembers: [],
  });
  const prices = new Map(quote.lines.map(({ planId, unitCents }) => [planId, unitCents]));
  await createEmployeeCards(deps, trx, {
    company: { id: cart.companyId },
    subscriptionId: subscription.id,
    purchaseId: id,
    employees: cart.employees,
    yearlyCents: ({ id }) => prices.get(id) ?? 0,
  });
  return { membershipNumber: null };
}
