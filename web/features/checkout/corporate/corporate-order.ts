import {
  type CorporatePurchaseInput,
  corporatePurchaseInput,
  countsOf,
  planCountOf,
} from '#server/checkout/kinds/corporate/corporate.schema.ts';
import type { Failure } from '#web/lib/errors.ts';
import { isSilent, type Sending } from '../use-card-payment.ts';
import type { CorporateValues } from './corporate-values.ts';

/** The call's input; what was not asked of an employee is left out by the schema. */
export function corporateOrder(sending: Sending<CorporateValues>, accountID: string): CorporatePurchaseInput {
  const { values, token, shownTotalCents, idempotencyKey } = sending;
  const totalPlans = countsOf(values.employees);
  return corporatePurchaseInput.parse({
    employees: values.employees,
    coupon: values.discountCode,
    accountID,
    planCount: planCountOf(totalPlans),
    totalPlans,
    token,
    shownTotalCents,
    idempotencyKey,
  });
}

/** The field of the payment page that holds what the call names a coupon. */
export function withCouponField(found: Failure): Failure {
  const { coupon, ...others } = found.fieldErrors;
  if (coupon === undefined) return found;
  return { ...found, fieldErrors: { ...others, discountCode: coupon } };
}

/** Heads the red box (SPEC section 8, corporate purchase failure). */
export const PURCHASE_FAILED = 'There was an Problem with your purchase';
/** Heads what the company's page is told (SPEC section 8, corporate form failure). */
export const FORM_FAILED = 'There was an issue.';

/** The server's first message, or 'No error' where there is none. */
export function asShown(found: Failure): Failure {
  return isSilent(found) ? { ...found, message: 'No error' } : withCouponField(found);
}
