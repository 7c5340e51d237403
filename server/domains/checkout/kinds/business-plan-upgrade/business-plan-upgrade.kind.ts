import type { Trx } from '#db/client.ts';
import { paths } from '../../../../lib/pages.shared.ts';
import type { Deps } from '../../../../platform/deps.ts';
import {
  changeBusinessPlan,
  findPaidChangeConflict,
  findSubscribedPlan,
} from '../../../business-plans/plan-change.service.ts';
import { requirePlan } from '../../../catalog/plan.service.ts';
import { getPublicSettings } from '../../../content/content.service.ts';
import { definePlanUpgrade } from '../../plan-change/plan-upgrade.ts';
import type { PurchaseOf } from '../../purchase/kind.ts';
import { type BusinessPlanUpgradeCart, businessPlanUpgradeCart } from './business-plan-upgrade.schema.ts';

export const businessPlanUpgradeKind = definePlanUpgrade<BusinessPlanUpgradeCart>({
  cart: businessPlanUpgradeCart,
  refundEffect: 'The business returns to its smaller plan.',
  findPlanId: async (trx, { subscriptionId }) => (await findSubscribedPlan(trx, subscriptionId))?.planId,
  findConflict: async (trx, { cart }, now) =>
    findPaidChangeConflict(await findSubscribedPlan(trx, cart.subscriptionId), cart.fromPlan, now),
  changePlan: async (trx, subscriptionId, planId) => {
    await changeBusinessPlan(trx, subscriptionId, planId);
  },
  onUpgrade: requestNewPrograms,
  summarize: ({ cart: { businessname } }) => ({
    subject: 'new business plan',
    greetingName: businessname,
    buyerName: businessname,
    membershipNumber: null,
    managePath: paths.business(),
    declinedMail: 'plan-declined',
  }),
  dialogPath: ({ plan }) => paths.changeBusinessPlan(plan),
});

const PROGRAM_LABELS = {
  loyalty: 'Sharing program',
  socialMedia: 'Social media program',
  presentation: 'Presentation',
} as const;

/** Emails support staff which programs the larger plan adds, because staff set them up by hand. */
async function requestNewPrograms(
  deps: Deps,
  trx: Trx,
  { cart, email }: PurchaseOf<BusinessPlanUpgradeCart>,
  previousPlanId: number,
): Promise<void> {
  const previousPlan = await requirePlan(trx, previousPlanId, 'business');
  const plan = await requirePlan(trx, cart.plan, 'business');
  const { supportEmail } = await getPublicSettings(trx);
  const addedPrograms = Object.entries(PROGRAM_LABELS).flatMap(([program, label]) => {
    const includes = ({ business }: typeof plan) =>
      Object.entries(business ?? {}).some(([name, isIncluded]) => name === program && isIncluded === true);
    return includes(plan) && !includes(previousPlan) ? [{ label, value: 'new' }] : [];
  });
  if (addedPrograms.length === 0 || !supportEmail) return;
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'programs-wanted',
    to: supportEmail,
    props: { businessname: cart.businessname, planName: plan.name, ownerEmail: email, facts: addedPrograms },
  });
}
