import { paths } from '../../../../lib/pages.shared.ts';
import { formatPersonName } from '../../../../lib/same-person.ts';
import { findMembershipOfSubscription } from '../../../memberships/membership.service.ts';
import { changeMembershipPlan, findUpgradeConflict } from '../../../memberships/plan-change.service.ts';
import { definePlanUpgrade } from '../../plan-change/plan-upgrade.ts';
import { type UpgradeCart, upgradeCart } from './family-upgrade.schema.ts';

export const familyUpgradeKind = definePlanUpgrade<UpgradeCart>({
  refundEffect: 'The membership returns to the individual plan.',
  cart: upgradeCart,
  findPlanId: async (trx, { subscriptionId }) =>
    (await findMembershipOfSubscription(trx, subscriptionId))?.planId,
  findConflict: async (trx, { cart }, now) =>
    findUpgradeConflict(await findMembershipOfSubscription(trx, cart.subscriptionId), now),
  changePlan: changeMembershipPlan,
  summarize: ({ cart: { firstname, lastname, number } }) => ({
    subject: 'family membership',
    greetingName: firstname,
    buyerName: formatPersonName({ firstname, lastname }),
    membershipNumber: number,
    managePath: paths.account(),
    declinedMail: 'card-declined',
  }),
  dialogPath: ({ number }) => `${paths.account()}?${new URLSearchParams({ plan: number })}`,
});
