import { ZodError, type z } from 'zod';
import type { AffiliateRole } from '../../../affiliates/affiliate.schema.ts';
import type { AffiliateW9, W8Input } from '../../../affiliates/tax-form.schema.ts';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import {
  type AffiliateForm,
  affiliateChoices,
  affiliateFamily,
  affiliateForm,
  affiliateInformation,
  affiliateReference,
  type affiliateSignupInput,
  affiliateTaxForm,
  loyaltyInformation,
  type MembershipChoice,
  type TaxFormAsked,
  taxFormAsked,
  webinarCodeGiven,
} from './affiliate-signup.schema.ts';

export type SubmittedSignup = z.output<typeof affiliateSignupInput>;

/** What an account has already, and so is not asked for. */
export interface OnFile {
  hasW9: boolean;
  hasW8: boolean;
  /** A valid membership: none is bought with the sign-up (DESIGN D22). */
  isMember: boolean;
}

export interface SignupPages {
  form: AffiliateForm;
  reference: string;
  donates: boolean;
  /** As it was sent; 2 where none is bought. */
  choice: MembershipChoice;
  family: z.infer<typeof affiliateFamily>;
  /** Null where none is asked for. */
  taxForm: { w9?: AffiliateW9; w8?: W8Input } | null;
}

export interface ValidatedSignup {
  /** Every page's faults, by field (SPEC section 5). */
  fieldErrors: Record<string, string>;
  /** Null where there are faults. */
  pages: SignupPages | null;
}

const NONE: MembershipChoice = 2;
const DONATE = 2;

/** A form in which something was filled in: it takes the place of the one on file. */
function isFilledIn(form: unknown): boolean {
  if (typeof form !== 'object' || form === null) return false;
  return Object.values(form).some((value) => typeof value === 'string' && value.trim() !== '');
}

/** Which tax form is judged: what is asked for, or what is sent in the place of the one on file. */
function taxFormToValidate(sent: SubmittedSignup, donates: boolean, onFile: OnFile): TaxFormAsked {
  const country = affiliateInformation.shape.country.safeParse(sent.country).data ?? 'US';
  const wanted = taxFormAsked({ country, donates, hasW9: false, hasW8: false });
  if (wanted === null || !onFile[wanted === 'w9' ? 'hasW9' : 'hasW8']) return wanted;
  return isFilledIn(sent[wanted]) ? wanted : null;
}

/** The pages of the wizard that this role has, judged all at once; nothing is looked up, nothing thrown. */
export function validateAffiliateSignup(
  sent: SubmittedSignup,
  role: AffiliateRole,
  onFile: OnFile,
): ValidatedSignup {
  const isLoyalty = role === 'loyalty';
  const information = affiliateInformation.safeParse(sent);
  const second = (isLoyalty ? loyaltyInformation : affiliateReference).safeParse(sent);
  const choices = affiliateChoices.safeParse(isLoyalty ? { ...sent, purchaseMembership: NONE } : sent);
  const donates = choices.data?.donate === true || choices.data?.compensationOption === DONATE;
  const asked = taxFormToValidate(sent, donates, onFile);
  const taxForm = affiliateTaxForm(asked).safeParse(asked === null ? {} : { [asked]: sent[asked] ?? {} });
  const choice = choices.data?.purchaseMembership ?? NONE;
  const family = affiliateFamily.safeParse(choice === 1 ? sent : {});
  const webinar = webinarCodeGiven.safeParse(sent);
  const pages = [information, taxForm, second, choices, webinar, ...(onFile.isMember ? [] : [family])];
  const issues = pages.flatMap((page) => page.error?.issues ?? []);
  if (issues.length > 0 || !information.data || !second.data) {
    return { fieldErrors: fieldErrorsOf(new ZodError(issues)), pages: null };
  }
  return {
    fieldErrors: {},
    pages: {
      form: affiliateForm.parse({ ...second.data, ...information.data, ...webinar.data }),
      reference: second.data.reference,
      donates,
      choice,
      family: family.data ?? affiliateFamily.parse({}),
      taxForm: asked === null ? null : (taxForm.data ?? null),
    },
  };
}
