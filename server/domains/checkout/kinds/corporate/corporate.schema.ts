import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../../lib/address.schema.ts';
import { CARDS_PER_FAMILY, MIN_CORPORATE_CARDS } from '../../../../lib/business-rules.ts';
import { latinName, requireLatinName } from '../../../../lib/latin-name.schema.ts';
import {
  findRepeatedPeople,
  formatPersonName,
  joinNames,
  type PersonDraft,
} from '../../../../lib/same-person.ts';
import { nameLine, optionalEmailLine, optionalName, phoneLine } from '../../../../lib/text.ts';
import { ownAccountId } from '../../../accounts/account.schema.ts';
import { promoCodeInput } from '../../../catalog/promo-code.schema.ts';
import { quote } from '../../../catalog/quote.schema.ts';
import type { CardCounts } from '../../../memberships/company/company.schema.ts';
import { optionalToken } from '../../purchase/purchase.schema.ts';

const REQUIRED = 'Required Field';

/** The limit applies per purchase. A company can add more employees later. */
export const MAX_EMPLOYEES = 500;
export const MINIMUM_ERROR = 'For a valid Corporate Plan, you must purchase at least 5 everything cards.';

const optionalBoolean = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

/** The fields that every employee has. */
export const employeePerson = z.object({
  firstname: nameLine(REQUIRED),
  lastname: nameLine(REQUIRED),
  latinName: latinName(),
  phone: phoneLine(REQUIRED),
  /** If set, we invite the employee to claim the card. */
  email: optionalEmailLine(),
  ownAddress: optionalBoolean,
  familyPlan: optionalBoolean,
});

/**
 * The employee's own shipping address, which is used if `ownAddress` is set. Otherwise, cards are shipped to
 * the company.
 */
export const employeeAddress = z.object(addressFields(REQUIRED)).check(usAddressRules);

/** Used only if `familyPlan` is set. */
export const employeeFamily = z.object({
  spouseFirstName: optionalName(),
  spouseLastName: optionalName(),
  spouseLatinName: latinName(),
  family: z
    .array(z.object({ name: nameLine(REQUIRED, 200), latinName: latinName() }))
    .max(20, 'Please name at most 20 family members')
    .nullish()
    .transform((value) => value ?? []),
});

type AddressDraft = { [Field in keyof z.input<typeof employeeAddress>]?: string | null | undefined };

export interface EmployeeDraft extends AddressDraft {
  firstname?: string | null | undefined;
  lastname?: string | null | undefined;
  latinName?: string | null | undefined;
  phone?: string | null | undefined;
  email?: string | null | undefined;
  ownAddress?: boolean | null | undefined;
  familyPlan?: boolean | null | undefined;
  spouseFirstName?: string | null | undefined;
  spouseLastName?: string | null | undefined;
  spouseLatinName?: string | null | undefined;
  family?:
    | ReadonlyArray<{ name?: string | null | undefined; latinName?: string | null | undefined }>
    | null
    | undefined;
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
const NO_FAMILY = { spouseFirstName: null, spouseLastName: null, spouseLatinName: null, family: [] };

/** Validates all sections that apply to the employee at once. Drops the fields of the others. */
export const employee = z
  .custom<EmployeeDraft>(
    (draft) => typeof draft === 'object' && draft !== null,
    'Please fill in the employee',
  )
  .transform((draft, { issues, value }) => {
    const person = employeePerson.safeParse(draft);
    const address = draft.ownAddress === true ? employeeAddress.safeParse(draft) : null;
    const family = draft.familyPlan === true ? employeeFamily.safeParse(draft) : null;
    for (const part of [person, address, family]) {
      for (const { path, message } of part?.error?.issues ?? []) {
        issues.push({ code: 'custom', input: value, path: [...path], message });
      }
    }
    if (!person.data) return z.NEVER;
    return { ...person.data, ...(address?.data ?? NO_ADDRESS), ...(family?.data ?? NO_FAMILY) };
  });
export type Employee = z.output<typeof employee>;

/** For forms, which request names in Latin letters. Lists and older clients may lack them. */
export const employeeForm = employee.check(({ value, issues }) => {
  const { spouseFirstName, spouseLastName, spouseLatinName, family } = value;
  requireLatinName(issues, ['latinName'], value);
  const spouse = { firstname: spouseFirstName, lastname: spouseLastName, latinName: spouseLatinName };
  requireLatinName(issues, ['spouseLatinName'], spouse);
  for (const [index, { name, latinName }] of family.entries())
    requireLatinName(issues, ['family', index, 'latinName'], { firstname: name, latinName });
});

export function countCards(
  employees: ReadonlyArray<{ familyPlan?: boolean | null | undefined }>,
): CardCounts {
  const familyCount = employees.filter(({ familyPlan }) => familyPlan === true).length;
  return { personal: employees.length - familyCount, family: familyCount };
}

/** The `planCount` of the API counts a family card as two. */
export function computePlanCount({ personal, family }: CardCounts): number {
  return personal + CARDS_PER_FAMILY * family;
}

/** The minimum is one employee and five cards. A family card counts as two. */
export function meetsMinimum(counts: CardCounts): boolean {
  return counts.personal + counts.family >= 1 && computePlanCount(counts) >= MIN_CORPORATE_CARDS;
}

/** Owners of a business plan may have fewer cards than the minimum, but at least one. */
export function isBelowMinimum(counts: CardCounts, isMinimumWaived: boolean): boolean {
  return isMinimumWaived ? counts.personal + counts.family === 0 : !meetsMinimum(counts);
}

/**
 * Returns an error that names the people who are listed more than once, or who already have one of the plan's
 * cards. Returns null if there are none.
 */
export function repeatedPeopleError(
  employees: readonly EmployeeDraft[],
  cardPeople: readonly PersonDraft[] = [],
): string | null {
  const listed = findRepeatedPeople(employees);
  const known = findRepeatedPeople(employees, cardPeople).filter((index) => !listed.includes(index));
  const describe = (indexes: number[], one: string, more: string) => {
    if (indexes.length === 0) return [];
    const names = indexes.map((index) => formatPersonName(employees[index] ?? {}));
    return [`${joinNames(names)} ${names.length === 1 ? one : more}.`];
  };
  const facts = [
    ...describe(listed, 'is on this list more than once', 'are on this list more than once'),
    ...describe(known, 'already has a card on this plan', 'already have cards on this plan'),
  ];
  if (facts.length === 0) return null;
  return `${facts.join(' ')} Keep one card for each person, or correct the name, phone, or email.`;
}

/** True if the buyer confirmed that people who look the same are different, and wants a card for each. */
export const keepsRepeated = z.boolean().nullish();

export const employeeList = z
  .array(employee)
  .max(MAX_EMPLOYEES, `Please add at most ${MAX_EMPLOYEES} employees at once`);

export const corporateCart = z.object({ employees: employeeList, coupon: promoCodeInput });
export type CorporateCart = z.infer<typeof corporateCart>;

/** The stored cart. It also identifies the company. */
export const storedCorporateCart = corporateCart.extend({ companyId: z.uuid(), companyName: z.string() });
export type StoredCorporateCart = z.infer<typeof storedCorporateCart>;

export const cardCount = z.int().min(0).max(MAX_EMPLOYEES);

export const corporateQuoteInput = z.object({
  personal: cardCount,
  family: cardCount,
  coupon: promoCodeInput,
});

export const shownPrice = z.object({
  /**
   * The total that the buyer saw. If it differs from ours, the purchase is refused (D2). Older clients may
   * omit it, or send a fraction of a cent (D42).
   */
  shownTotalCents: z.number().nullish(),
  idempotencyKey: z.uuid().nullish(),
});

/** The input of the wizard, and of older clients' `BuyCorporateCards`. */
export const corporatePurchaseInput = z.object({
  ...corporateCart.shape,
  accountID: ownAccountId,
  /** If set, it must be the id of the account's company or of its plan. */
  planID: z.string({ error: 'Please choose a plan' }).nullish(),
  planCount: z.int().nullish(),
  totalPlans: z.object({ personal: z.int().nullish(), family: z.int().nullish() }).nullish(),
  keepsRepeated,
  token: optionalToken,
  ...shownPrice.shape,
});
export type CorporatePurchaseInput = z.output<typeof corporatePurchaseInput>;

export const reopenedCorporate = z.object({ cart: corporateCart, quote });

export const replaceInput = z.object({ membershipId: z.uuid(), employee });

/** The new card after an employee was replaced. */
export const replacement = z.object({ id: z.uuid(), number: z.string() });
