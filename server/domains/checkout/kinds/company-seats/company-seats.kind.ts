import { paths } from '../../../../lib/pages.shared.ts';
import { findCompanyPayer, getCompanyStanding } from '../../../memberships/company/company.service.ts';
import { createEmployeeCards, setCardsReturned } from '../../../memberships/company/company-card.service.ts';
import { enqueueSeatsSync } from '../../../memberships/company/company-seats.service.ts';
import { defineKind } from '../../purchase/define-kind.ts';
import { storedSeatsCart } from './company-seats.schema.ts';

export const companySeatsKind = defineKind({
  cart: storedSeatsCart,
  billing: 'once',
  refundEffect: 'The cards that it paid for end.',
  // The price covers the rest of one paid period.
  findConflict: async (trx, { accountId, cart }, now) => {
    const standing = accountId ? await getCompanyStanding(trx, accountId, now) : undefined;
    if (!standing?.isActive) return 'Your corporate plan isn’t active anymore.';
    const { subscriptionId, paidUntil } = standing.membership;
    const isSamePeriod = subscriptionId === cart.subscriptionId && paidUntil.toISOString() === cart.periodEnd;
    return isSamePeriod ? null : 'Your corporate plan has renewed.';
  },
  fulfill: async (deps, trx, { id, accountId, cart }) => {
    const { companyId, subscriptionId, employees, yearlyCents } = cart;
    await createEmployeeCards(deps, trx, {
      company: { id: companyId },
      subscriptionId,
      purchaseId: id,
      employees,
      yearlyCents: ({ isFamily }) => (isFamily ? yearlyCents.family : yearlyCents.personal),
    });
    if (accountId) await enqueueSeatsSync(deps, trx, accountId);
    return { membershipNumber: null };
  },
  end: async (deps, trx, { id, accountId }, at) => {
    const hasChanged = await setCardsReturned(deps, trx, id, at);
    if (hasChanged && accountId) await enqueueSeatsSync(deps, trx, accountId);
  },
  summarize: ({ cart: { companyName } }) => ({
    subject: 'corporate plan',
    greetingName: companyName,
    buyerName: companyName,
    shipping: null,
    membershipNumber: null,
    managePath: paths.company(),
    declinedMail: 'company-declined',
    additionsLabel: null,
  }),
  findPayer: (trx, { accountId }) => findCompanyPayer(trx, accountId),
  // A company adds seats on its own page, where it can also confirm the payment.
  completionUrl: async ({ config }) => `${config.publicUrl}${paths.company()}`,
});
