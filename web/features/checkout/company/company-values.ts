import type { z } from 'zod';
import {
  type CorporateCart,
  type CorporatePurchaseInput,
  computePlanCount,
  corporatePurchaseInput,
  countCards,
  type Employee,
} from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import type { RememberedContact } from '#server/domains/checkout/remembered-contact.schema.ts';
import {
  type Company,
  type CompanyForm,
  companyForm,
} from '#server/domains/memberships/company/company.schema.ts';
import { CARD_FIELD_NAMES } from '#web/features/payments/card-fields.schema.ts';
import type { Failure } from '#web/lib/errors.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import type { FormFields } from '#web/ui/form/validation.ts';
import { emptyAddress } from '../address-values.ts';
import { emptyPayment, type PaymentValues } from '../payment-values.ts';
import { noReference, type ReferenceValues } from '../reference-values.ts';
import { isOutcomeUnknown, type PaymentSubmission } from '../use-card-payment.ts';
import { contactValues } from '../use-remembered-contact.ts';
import { type EmployeeValues, emptyEmployee } from './employees/employee-values.ts';

export interface CompanyValues
  extends PaymentValues,
    ReferenceValues,
    Omit<FormFields<z.input<typeof companyForm>>, 'reference'> {
  employees: EmployeeValues[];
  keepsRepeated: boolean;
}

const emptyCompany: Omit<CompanyValues, 'employees'> = {
  name: '',
  phone: '',
  email: '',
  ...emptyAddress,
  code: '',
  ...noReference,
  ...emptyPayment,
  keepsRepeated: false,
};

/** Paths that are never saved in a draft. */
export const SECRET_FIELDS = CARD_FIELD_NAMES;

export const DRAFT_ID = 'corporate-purchase';

type Business = RouterOutputs['businesses']['mine'];

type RegisteredCompany = Pick<RouterOutputs['corporate']['company'], 'company' | 'referrerLabel'>;

/**
 * Prefills the company from its registration or, if there is none, from the account's business. An account
 * without a business gets the phone number and address that it used last.
 */
export function buildInitialValues(
  { company, referrerLabel }: RegisteredCompany,
  email: string,
  { business = null, contact = null }: { business?: Business; contact?: RememberedContact | null } = {},
): CompanyValues {
  const emptyForm = { ...emptyCompany, email, employees: [emptyEmployee()] };
  if (company !== null) return { ...emptyForm, ...toCompanyValues(company, referrerLabel) };
  if (business !== null) return { ...emptyForm, ...toBusinessValues(business) };
  // Without an address, the contact has the ZIP code of the person, not of the company.
  return { ...emptyForm, ...(contact?.address ? contactValues(contact) : {}) };
}

/** A business on trial may have entered no more than its ZIP code. */
function toBusinessValues(business: NonNullable<Business>): Partial<CompanyValues> {
  const { businessname, phone, street1, street2, city, state, zip, country } = business;
  return {
    name: businessname,
    phone: phone ?? '',
    street1: street1 ?? '',
    street2: street2 ?? '',
    city: city ?? '',
    state: state ?? '',
    zip: zip ?? '',
    country,
  };
}

/** Drops the reference if its account is no longer an affiliate. */
function toCompanyValues(
  { id: _, street2, code, reference, ...company }: Company,
  referrerLabel: string | null,
): Partial<CompanyValues> {
  const referrer = referrerLabel === null ? noReference : { reference, referenceLabel: referrerLabel };
  return { ...company, ...referrer, street2: street2 ?? '', code: code ?? '' };
}

export function buildCompanyInput(values: CompanyValues): CompanyForm {
  return companyForm.parse(values);
}

export function toEmployeeValues(sentEmployee: Employee): EmployeeValues {
  const { street1, street2, city, state, zip, country, spouseFirstName, spouseLastName } = sentEmployee;
  return {
    ...emptyEmployee(),
    ...sentEmployee,
    email: sentEmployee.email ?? '',
    street1: street1 ?? '',
    street2: street2 ?? '',
    city: city ?? '',
    state: state ?? '',
    zip: zip ?? '',
    country: country ?? 'US',
    spouseFirstName: spouseFirstName ?? '',
    spouseLastName: spouseLastName ?? '',
    spouseLatinName: sentEmployee.spouseLatinName ?? '',
    latinName: sentEmployee.latinName ?? '',
  };
}

export function valuesFromCart(
  cart: CorporateCart,
  company: RegisteredCompany,
  email: string,
): CompanyValues {
  return {
    ...buildInitialValues(company, email),
    employees: cart.employees.map(toEmployeeValues),
    discountCode: cart.coupon,
    promoEntry: cart.coupon ?? '',
  };
}

/**
 * Builds the purchase's input. The schema drops fields of hidden sections, such as the family of an
 * individual card.
 */
export function buildPurchaseInput(
  submission: PaymentSubmission<CompanyValues>,
  accountID: string,
): CorporatePurchaseInput {
  const { values, token, shownTotalCents, idempotencyKey } = submission;
  const totalPlans = countCards(values.employees);
  return corporatePurchaseInput.parse({
    employees: values.employees,
    keepsRepeated: values.keepsRepeated,
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
