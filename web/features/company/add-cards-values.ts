import {
  type AddSeatsInput,
  addSeatsInput,
} from '#server/domains/checkout/kinds/company-seats/company-seats.schema.ts';
import { CARD_FIELD_NAMES } from '#web/features/payments/card-fields.schema.ts';
import { type EmployeeValues, emptyEmployee } from '../checkout/corporate/employees/employee-values.ts';
import { emptyPayment, type PaymentValues } from '../checkout/payment-values.ts';
import type { PaymentSubmission } from '../checkout/use-card-payment.ts';

export interface AddCardsValues extends PaymentValues {
  employees: EmployeeValues[];
}

export function emptyAddCards(): AddCardsValues {
  return { employees: [emptyEmployee()], ...emptyPayment };
}

/** A draft never contains these fields. */
export const SECRET_FIELDS = CARD_FIELD_NAMES;

export const DRAFT_ID = 'company-cards';

/** The schema drops fields of hidden sections, such as the family of an individual card. */
export function buildAddCardsInput(submission: PaymentSubmission<AddCardsValues>): AddSeatsInput {
  const { values, token, shownTotalCents, idempotencyKey } = submission;
  return addSeatsInput.parse({ employees: values.employees, token, shownTotalCents, idempotencyKey });
}
