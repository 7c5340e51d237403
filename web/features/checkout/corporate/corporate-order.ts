import {
  type CorporatePurchaseInput,
  computePlanCount,
  corporatePurchaseInput,
  countCards,
} from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import type { Failure } from '#web/lib/errors.ts';
import { isOutcomeUnknown, type PaymentSubmission } from '../use-card-payment.ts';
import type { CorporateValues } from './corporate-values.ts';

/**
 * Builds the purchase's input. The schema drops fields of hidden sections, such as the family of an
 * individual card.
 */
export function buildCorporateInput(
  submission: PaymentSubmission<CorporateValues>,
  accountID: string,
): CorporatePurchaseInput {
  const { values, token, shownTotalCents, idempotencyKey } = submission;
  const totalPlans = countCards(values.employees);
  return corporatePurchaseInput.parse({
    employees: values.employees,
    coupon: values.discountCode,
    accountID,
    planCount: computePlanCount(totalPlans),
    totalPlans,
    token,
    shownTotalCents,
    idempotencyKey,
  });
}

/** The API names the promo code `coupon`. Moves its error to the form's field. */
export function withCouponField(failure: Failure): Failure {
  const { coupon, ...otherErrors } = failure.fieldErrors;
  if (coupon === undefined) return failure;
  return { ...failure, fieldErrors: { ...otherErrors, discountCode: coupon } };
}

export const PURCHASE_ERROR_HEADER = 'There was an Problem with your purchase';
export const COMPANY_ERROR_HEADER = 'There was an issue.';

/**
 * Shows 'No error' if the purchase's outcome is unknown. Otherwise, moves the promo code's error to the
 * form's field.
 */
export function presentFailure(failure: Failure): Failure {
  return isOutcomeUnknown(failure) ? { ...failure, message: 'No error' } : withCouponField(failure);
}
