import { ZodError, type z } from 'zod';
import { toFieldErrors } from '../../../../lib/field-errors.ts';
import type { AffiliateRole } from '../../../affiliates/affiliate.schema.ts';
import type { AffiliateW9, W8Input } from '../../../affiliates/tax-forms/tax-form.schema.ts';
import {
  type AffiliateForm,
  affiliateChoices,
  affiliateFamily,
  affiliateForm,
  affiliateInformation,
  affiliateReference,
  type affiliateSignupInput,
  affiliateTaxForm,
  findRequiredTaxForm,
  loyaltyInformation,
  type MembershipChoice,
  type RequiredTaxForm,
  webinarCode,
} from './affiliate-signup.schema.ts';

export type SubmittedSignup = z.output<typeof affiliateSignupInput>;

/** What the account already has, so that the wizard doesn't ask for it. */
export interface MetRequirements {
  hasW9: boolean;
  hasW8: boolean;
  /** True if the account has a valid membership, so that the signup doesn't sell one (D22). */
  isMember: boolean;
}

export interface SignupPages {
  form: AffiliateForm;
  reference: string;
  donates: boolean;
  /** Which membership to buy. 2 is none. */
  choice: MembershipChoice;
  family: z.infer<typeof affiliateFamily>;
  /** Null if no form is needed, or if the one on file is used. */
  taxForm: { w9?: AffiliateW9; w8?: W8Input } | null;
}

export interface ValidatedSignup {
  /** The field errors of all pages. */
  fieldErrors: Record<string, string>;
  /** Null if there are field errors. */
  pages: SignupPages | null;
}

const NO_MEMBERSHIP: MembershipChoice = 2;
const DONATE_CHOICE = 2;

/** True if the user entered any text in the form. It then replaces the form on file. */
function hasText(form: unknown): boolean {
  if (typeof form !== 'object' || form === null) return false;
  return Object.values(form).some((value) => typeof value === 'string' && value.trim() !== '');
}

/**
 * Returns which tax form to validate: the one that this account needs, or one that replaces the form on file.
 * Null if there is neither.
 */
function findTaxFormKind(
  submitted: SubmittedSignup,
  donates: boolean,
  metRequirements: MetRequirements,
): RequiredTaxForm {
  const country = affiliateInformation.shape.country.safeParse(submitted.country).data ?? 'US';
  const kind = findRequiredTaxForm({ country, donates, hasW9: false, hasW8: false });
  if (kind === null || !metRequirements[kind === 'w9' ? 'hasW9' : 'hasW8']) return kind;
  return hasText(submitted[kind]) ? kind : null;
}

/** Validates all pages of this role's wizard at once. Never throws. */
export function validateAffiliateSignup(
  submitted: SubmittedSignup,
  role: AffiliateRole,
  metRequirements: MetRequirements,
): ValidatedSignup {
  const isLoyalty = role === 'loyalty';
  const information = affiliateInformation.safeParse(submitted);
  const secondPage = (isLoyalty ? loyaltyInformation : affiliateReference).safeParse(submitted);
  const choices = affiliateChoices.safeParse(
    isLoyalty ? { ...submitted, purchaseMembership: NO_MEMBERSHIP } : submitted,
  );
  const donates = choices.data?.donate === true || choices.data?.compensationOption === DONATE_CHOICE;
  const kind = findTaxFormKind(submitted, donates, metRequirements);
  const taxForm = affiliateTaxForm(kind).safeParse(kind === null ? {} : { [kind]: submitted[kind] ?? {} });
  const choice = choices.data?.purchaseMembership ?? NO_MEMBERSHIP;
  const family = affiliateFamily.safeParse(choice === 1 ? submitted : {});
  const webinar = webinarCode.safeParse(submitted);
  const pages = [
    information,
    taxForm,
    secondPage,
    choices,
    webinar,
    ...(metRequirements.isMember ? [] : [family]),
  ];
  const issues = pages.flatMap((page) => page.error?.issues ?? []);
  if (issues.length > 0 || !information.data || !secondPage.data) {
    return { fieldErrors: toFieldErrors(new ZodError(issues)), pages: null };
  }
  return {
    fieldErrors: {},
    pages: {
      form: affiliateForm.parse({ ...secondPage.data, ...information.data, ...webinar.data }),
      reference: secondPage.data.reference,
      donates,
      choice,
      family: family.data ?? affiliateFamily.parse({}),
      taxForm: kind === null ? null : (taxForm.data ?? null),
    },
  };
}
