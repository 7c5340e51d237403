import type { CorporateCart, Employee } from '#server/checkout/kinds/corporate/corporate.schema.ts';
import type { Company, CompanyForm } from '#server/memberships/company/company.schema.ts';
import { CARD_FIELD_NAMES } from '#web/features/payments/card-fields.schema.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { emptyPayment, type PaymentValues } from '../payment-values.ts';
import { noReference, type ReferenceValues } from '../reference-values.ts';
import { type EmployeeValues, emptyEmployee } from './employee-values.ts';

/** Everything that the corporate purchase asks for, as its fields hold it (SPEC section 3). */
export interface CorporateValues extends PaymentValues, ReferenceValues {
  name: string;
  phone: string;
  email: string;
  street1: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  /** A promo code (DESIGN D24); the payment begins with it. */
  code: string;
  employees: EmployeeValues[];
}

const emptyCorporate: Omit<CorporateValues, 'employees'> = {
  name: '',
  phone: '',
  email: '',
  street1: '',
  street2: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
  code: '',
  ...noReference,
  ...emptyPayment,
};

/** What a draft never holds (DESIGN section 6). */
export const SECRET_FIELDS = CARD_FIELD_NAMES;

export const DRAFT_ID = 'corporate-purchase';

type Business = RouterOutputs['businesses']['mine'];

/** Where nothing was typed yet: the company as it was registered, else what the account's business is known by. */
export function initialValues(
  company: Company | null,
  email: string,
  business: Business = null,
): CorporateValues {
  const blank = { ...emptyCorporate, email, employees: [emptyEmployee()] };
  return { ...blank, ...(company === null ? businessValues(business) : companyValues(company)) };
}

/** A business that is on trial may have given its ZIP code alone. */
function businessValues(business: Business): Partial<CorporateValues> {
  if (business === null) return {};
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

function companyValues({ id: _, street2, code, ...company }: Company): Partial<CorporateValues> {
  return { ...company, street2: street2 ?? '', code: code ?? '' };
}

/** What the company's page of the wizard sends. */
export function companyInput(values: CorporateValues): CompanyForm {
  const { name, reference, phone, email, street1, street2, city, state, zip, country, code } = values;
  return { name, reference, phone, email, street1, street2, city, state, zip, country, code };
}

/** The fields of an employee who was sent before. */
export function employeeValues(sent: Employee): EmployeeValues {
  const { street1, street2, city, state, zip, country, spouseFirstName, spouseLastName } = sent;
  return {
    ...emptyEmployee(),
    ...sent,
    email: sent.email ?? '',
    street1: street1 ?? '',
    street2: street2 ?? '',
    city: city ?? '',
    state: state ?? '',
    zip: zip ?? '',
    country: country ?? 'US',
    spouseFirstName: spouseFirstName ?? '',
    spouseLastName: spouseLastName ?? '',
  };
}

/** The fields of a purchase that was sent before, for the mail's link that opens it again. */
export function valuesFromCart(cart: CorporateCart, company: Company | null, email: string): CorporateValues {
  return {
    ...initialValues(company, email),
    employees: cart.employees.map(employeeValues),
    discountCode: cart.coupon,
    promoEntry: cart.coupon ?? '',
  };
}
