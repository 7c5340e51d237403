import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../addresses/address.schema.ts';
import { promoCodeInput } from '../../../catalog/promo-code.schema.ts';
import { quote } from '../../../catalog/quote.schema.ts';
import { CARDS_PER_FAMILY, MIN_CORPORATE_CARDS } from '../../../lib/business-rules.ts';
import { isPrintable } from '../../../lib/line-rules.ts';
import { optionalEmailLine, optionalLine, phoneLine, requiredLine } from '../../../lib/text.ts';
import type { CardCounts } from '../../../memberships/company/company.schema.ts';

const REQUIRED = 'Required Field';

/** So many employees are bought for at once; more are added on the company's page. */
export const MOST_EMPLOYEES = 500;
export const MINIMUM_SENTENCE = 'For a valid Corporate Plan, you must purchase at least 5 everything cards.';

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

/** What every employee is asked for (SPEC section 5, Corporate). */
export const employeePerson = z.object({
  firstname: requiredLine(REQUIRED),
  lastname: requiredLine(REQUIRED),
  phone: phoneLine(REQUIRED),
  /** Where one is given, the employee is invited to claim the card. */
  email: optionalEmailLine(),
  ownAddress: flag,
  familyPlan: flag,
});

/** Asked for with `ownAddress`: where things for the employee go, other than to the company. */
export const employeeAddress = z.object(addressFields(REQUIRED)).check(usAddressRules);

/** Asked for with `familyPlan`. */
export const employeeFamily = z.object({
  spouseFirstName: optionalLine(),
  spouseLastName: optionalLine(),
  family: z
    .array(z.object({ name: requiredLine(REQUIRED, 200) }))
    .max(20, 'Please name at most 20 family members')
    .nullish()
    .transform((value) => value ?? []),
});

type AddressDraft = { [Field in keyof z.input<typeof employeeAddress>]?: string | null | undefined };

/** An employee as a form holds it, or an older client sends it. */
export interface EmployeeDraft extends AddressDraft {
  firstname?: string | null | undefined;
  lastname?: string | null | undefined;
  phone?: string | null | undefined;
  email?: string | null | undefined;
  ownAddress?: boolean | null | undefined;
  familyPlan?: boolean | null | undefined;
  spouseFirstName?: string | null | undefined;
  spouseLastName?: string | null | undefined;
  family?: ReadonlyArray<{ name?: string | null | undefined }> | null | undefined;
}

type NoAddress = { [Field in keyof z.output<typeof employeeAddress>]: null };

const NO_ADDRESS: NoAddress = {
  street1: null,
  street2: null,
  city: null,
  state: null,
  zip: null,
  country: null,
};
const NO_FAMILY = { spouseFirstName: null, spouseLastName: null, family: [] };

/**
 * One employee, every section that is asked for judged at once; what was not asked for is left out, whatever a form
 * still holds of it.
 */
export const employee = z
  .custom<EmployeeDraft>((sent) => typeof sent === 'object' && sent !== null, 'Please fill in the employee')
  .transform((sent, { issues, value }) => {
    const person = employeePerson.safeParse(sent);
    const address = sent.ownAddress === true ? employeeAddress.safeParse(sent) : null;
    const family = sent.familyPlan === true ? employeeFamily.safeParse(sent) : null;
    for (const part of [person, address, family]) {
      for (const { path, message } of part?.error?.issues ?? []) {
        issues.push({ code: 'custom', input: value, path: [...path], message });
      }
    }
    if (!person.data) return z.NEVER;
    return { ...person.data, ...(address?.data ?? NO_ADDRESS), ...(family?.data ?? NO_FAMILY) };
  });
export type Employee = z.output<typeof employee>;

/** How many cards of each kind a list of employees comes to. */
export function countsOf(employees: ReadonlyArray<{ familyPlan?: boolean | null | undefined }>): CardCounts {
  const family = employees.filter(({ familyPlan }) => familyPlan === true).length;
  return { personal: employees.length - family, family };
}

/** The contract's planCount: a family card counts as two (SPEC section 9). */
export function planCountOf({ personal, family }: CardCounts): number {
  return personal + CARDS_PER_FAMILY * family;
}

/** At least one employee and five cards, a family card counted as two (SPEC section 5, Corporate). */
export function meetsMinimum(counts: CardCounts): boolean {
  return counts.personal + counts.family >= 1 && planCountOf(counts) >= MIN_CORPORATE_CARDS;
}

export const employeeList = z
  .array(employee)
  .max(MOST_EMPLOYEES, `Please add at most ${MOST_EMPLOYEES} employees at once`);

/** What a purchase keeps: the employees, and the promo code that was typed. */
export const corporateCart = z.object({ employees: employeeList, coupon: promoCodeInput });
export type CorporateCart = z.infer<typeof corporateCart>;

/** The same as stored, with the company that it is for. */
export const storedCorporateCart = corporateCart.extend({ companyId: z.uuid(), companyName: z.string() });
export type StoredCorporateCart = z.infer<typeof storedCorporateCart>;

export const cardCount = z.int().min(0).max(MOST_EMPLOYEES);

export const corporateQuoteInput = z.object({
  personal: cardCount,
  family: cardCount,
  coupon: promoCodeInput,
});

/** An id that is only compared: what it cannot be is another's. */
const namedId = z.string().max(100).nullish();

const INVALID_CARD = 'The debit/credit card that was used is invalid.';

/** From the card network's browser code; the literal 'none', or nothing, where nothing is due. */
export const optionalToken = z
  .string()
  .trim()
  .max(255, INVALID_CARD)
  .refine(isPrintable, INVALID_CARD)
  .nullish()
  .transform((value) => value || null);

export const shownPrice = z.object({
  /** What the buyer saw as due now; a difference refuses the purchase (DESIGN D2). Older clients may send none. */
  shownTotalCents: z.int().nullish(),
  idempotencyKey: z.uuid().nullish(),
});

/** What the wizard and the contract's BuyCorporateCards send. The token is judged last (DESIGN D31). */
export const corporatePurchaseInput = z.object({
  ...corporateCart.shape,
  /** Another's account is refused; the signed-in one need not be named. */
  accountID: namedId,
  /** The company's id, or the number of its plan; the account's own need not be named. */
  planID: namedId,
  planCount: z.int().nullish(),
  totalPlans: z.object({ personal: z.int().nullish(), family: z.int().nullish() }).nullish(),
  token: optionalToken,
  ...shownPrice.shape,
});
export type CorporatePurchaseInput = z.output<typeof corporatePurchaseInput>;

/** A purchase that a mail's link opens again, as it was sent (DESIGN section 4). */
export const reopenedCorporate = z.object({ cart: corporateCart, quote });

export const replaceInput = z.object({ membershipId: z.uuid(), employee });

/** The card that took another's place. */
export const replacement = z.object({ id: z.uuid(), number: z.string() });
