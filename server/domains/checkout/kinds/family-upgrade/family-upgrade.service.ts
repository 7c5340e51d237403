import { AppError } from '../../../../lib/errors.ts';
import type { AccountContext } from '../../../../platform/context.ts';
import {
  findMembershipOfSubscription,
  requireOwnMembership,
  type StoredMembership,
} from '../../../memberships/membership.service.ts';
import { requirePlanChange } from '../../../memberships/plan-change.service.ts';
import { priceMembershipPlans } from '../../plan-change/plan-change-price.service.ts';
import { submitUpgrade } from '../../plan-change/submit-upgrade.service.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { type UpgradeInput, upgradeCart } from './family-upgrade.schema.ts';

/** Throws PLAN_UNCHANGEABLE if the membership can't be changed to the family plan. */
function requireIndividual(membership: StoredMembership, now: Date): void {
  if (membership.isFamily) {
    throw new AppError('PLAN_UNCHANGEABLE', { message: 'This is already a family membership.' });
  }
  requirePlanChange(membership, now, 'press');
}

/** Changes an individual membership to the family plan, and charges the card that pays for its renewals. */
export async function buyUpgrade(ctx: AccountContext, input: UpgradeInput): Promise<PurchaseResult> {
  const { deps, account } = ctx;
  const membership = await requireOwnMembership(deps.db, account.id, input.number);
  const { id: membershipId, subscriptionId, number, firstname, lastname } = membership;
  const cart = upgradeCart.parse({
    ...input,
    membershipId,
    subscriptionId,
    number,
    firstname,
    lastname,
    periodEnd: membership.paidUntil.toISOString(),
  });
  return submitUpgrade(ctx, {
    kind: 'family-upgrade',
    cart,
    payment: input,
    requireUpgradable: async (db) => {
      const currentMembership = await findMembershipOfSubscription(db, subscriptionId);
      if (currentMembership) requireIndividual(currentMembership, deps.now());
    },
    price: (db) => priceMembershipPlans(db, membership),
  });
}
