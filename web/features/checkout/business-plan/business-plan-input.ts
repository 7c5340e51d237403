import type { BusinessPlanInput } from '#server/checkout/kinds/business-plan/business-plan.schema.ts';
import type { Viewer } from '#server/viewer/viewer.schema.ts';
import type { Sending } from '../use-card-payment.ts';
import { withWebAddresses } from './business-plan-steps.ts';
import { type BusinessPlanValues, needsW9 } from './business-plan-values.ts';
import type { BusinessPlan } from './sold-plan.ts';

interface Order extends Sending<BusinessPlanValues> {
  plan: BusinessPlan;
  viewer: Viewer;
}

/** The call's input: what the pages that were shown asked for, and nothing of the others. */
export function businessPlanOrder(order: Order): BusinessPlanInput {
  const { plan, viewer, token, shownTotalCents, idempotencyKey } = order;
  const values = withWebAddresses(order.values);
  const { agreements, asksPromotions } = plan.business;
  return {
    plan: plan.id,
    accountID: viewer.id,
    ...information(values),
    ...(asksPromotions ? { promotions: values.promotions } : {}),
    loyalty: values.loyalty,
    socialMedia: values.socialMedia,
    presentation: values.presentation,
    ...(values.loyalty && needsW9(values, viewer) ? { w9: values.w9 } : {}),
    ...(values.socialMedia ? socialMedia(values) : {}),
    ...(values.presentation ? presentation(values) : {}),
    contractAgree: values.contractAgree,
    ...(agreements.termsAgree === null ? {} : { termsAgree: values.termsAgree }),
    ...(agreements.privacyAgree === null ? {} : { privacyAgree: values.privacyAgree }),
    discountCode: values.discountCode,
    token,
    shownTotalCents,
    idempotencyKey,
  };
}

function information(values: BusinessPlanValues) {
  const { businessname, phone, street1, street2, city, state, zip, country, type, url, reference } = values;
  return { businessname, phone, street1, street2, city, state, zip, country, type, url, reference };
}

function socialMedia(values: BusinessPlanValues) {
  const { facebook, instagram, twitter, snapchat, pinterest, linkedin, socialMediaInfo } = values;
  return { facebook, instagram, twitter, snapchat, pinterest, linkedin, socialMediaInfo };
}

function presentation(values: BusinessPlanValues) {
  const { presentationContactName, presentationContactEmail, presentationTime, presentationFuture } = values;
  return { presentationContactName, presentationContactEmail, presentationTime, presentationFuture };
}
