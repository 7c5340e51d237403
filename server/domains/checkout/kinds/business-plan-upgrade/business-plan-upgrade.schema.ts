import { z } from 'zod';
import { acceptedTexts } from '../../../content/content.schema.ts';
import { upgradePayment, upgradePeriod } from '../../plan-change/plan-change.schema.ts';

/** The stored cart. The upgrade was priced as a change from `fromPlan` to `plan`. */
export const businessPlanUpgradeCart = upgradePeriod.extend({
  fromPlan: z.int(),
  plan: z.int(),
  businessname: z.string(),
});

export type BusinessPlanUpgradeCart = z.infer<typeof businessPlanUpgradeCart>;

export const businessPlanChoice = z.object({ plan: z.int({ error: 'Please choose a plan' }) });

const agreement = z.boolean().nullish();

/** `businessAgreements` checks which of the agreements the plan needs. */
export const businessPlanUpgradeInput = z.object({
  ...businessPlanChoice.shape,
  ...upgradePayment.shape,
  contractAgree: agreement,
  termsAgree: agreement,
  privacyAgree: agreement,
  acceptedTexts,
});
export type BusinessPlanUpgradeInput = z.output<typeof businessPlanUpgradeInput>;
