import { z } from 'zod';
import { familyNames } from '../../../memberships/family.schema.ts';
import { numberInput } from '../../../memberships/membership.schema.ts';
import { upgradePayment, upgradePeriod } from '../../plan-change/plan-change.schema.ts';

/** The stored cart: the membership, and the people that its card will name. */
export const upgradeCart = z.object({
  membershipId: z.uuid(),
  subscriptionId: upgradePeriod.shape.subscriptionId,
  /** 12 characters, without hyphens. */
  number: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  periodEnd: upgradePeriod.shape.periodEnd,
  ...familyNames.shape,
});
export type UpgradeCart = z.infer<typeof upgradeCart>;

export const upgradeInput = z.object({
  ...numberInput.shape,
  ...familyNames.shape,
  ...upgradePayment.shape,
});
export type UpgradeInput = z.output<typeof upgradeInput>;
