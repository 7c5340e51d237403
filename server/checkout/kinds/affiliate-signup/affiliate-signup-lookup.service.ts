import { findOwnSignup } from '../../../affiliates/affiliate.service.ts';
import { requireReferrer } from '../../../affiliates/referral.service.ts';
import { signatureImage } from '../../../affiliates/signature.schema.ts';
import { reencodeSignature } from '../../../affiliates/signature.service.ts';
import { findTaxForms } from '../../../affiliates/tax-forms/tax-form.service.ts';
import type { AccountContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { derivedId } from '../../../lib/ids.ts';
import { hasValidMembership } from '../../../memberships/membership.service.ts';
import { derivedKey, fingerprintOf } from '../../purchase/fingerprint.ts';
import { type AffiliateSignupResult, affiliateReference } from './affiliate-signup.schema.ts';
import type { OnFile, SignupPages, SubmittedSignup } from './affiliate-signup-validation.ts';
import type { Signing } from './signup-record.service.ts';

/** What the account is not asked for, as it has it. */
export async function findOnFile({ db, now }: Deps, accountId: string): Promise<OnFile> {
  const [{ w9, w8ben }, isMember] = await Promise.all([
    findTaxForms(db, accountId),
    hasValidMembership(db, accountId, now()),
  ]);
  return { hasW9: w9 !== null, hasW8: w8ben !== null, isMember };
}

export type SignupKey = Pick<Signing, 'signupId' | 'idempotencyKey'>;

/** One wizard, or one call of an older client, is one sign-up, however often it is sent (DESIGN D40, D41). */
export function keyOf(
  { deps, account }: AccountContext,
  sent: SubmittedSignup,
  pages: SignupPages,
): SignupKey {
  const { taxForm: _, ...told } = pages;
  const idempotencyKey =
    sent.idempotencyKey ??
    derivedKey(deps.cookieSecret, `account:${account.id}`, 'signUpAffiliate', sent.role, told, sent.token);
  return { idempotencyKey, signupId: derivedId(`affiliate-signup:${idempotencyKey}`, account.id) };
}

/** What the same sign-up was answered before; KEY_REUSED where another one was sent under its key. */
export async function findAnswer(
  { deps, account }: AccountContext,
  role: Signing['role'],
  { signupId }: SignupKey,
  { form, donates }: SignupPages,
): Promise<AffiliateSignupResult | null> {
  const signup = await findOwnSignup(deps.db, { id: signupId, accountId: account.id });
  if (!signup?.completedAt) return null;
  const told = fingerprintOf({ role, form, donates });
  const { role: storedRole, form: storedForm, donates: storedDonates } = signup;
  if (told !== fingerprintOf({ role: storedRole, form: storedForm, donates: storedDonates })) {
    throw new AppError('KEY_REUSED');
  }
  return { status: 'done', signupId, purchaseId: signup.purchaseId };
}

/** The referrer as an affiliate of ours, and the signature drawn anew; their faults stand beside the pages' own. */
export async function lookUp(
  { db }: Deps,
  accountId: string,
  sent: SubmittedSignup,
  fieldErrors: Record<string, string>,
): Promise<Pick<Signing, 'referrerId' | 'signature'>> {
  const faults: Record<string, string> = { ...fieldErrors };
  const noted = (error: unknown) => {
    if (!(error instanceof AppError) || !error.fieldErrors) throw error;
    for (const [field, fault] of Object.entries(error.fieldErrors)) faults[field] ??= fault;
    return null;
  };
  const reference = affiliateReference.shape.reference.safeParse(sent.reference).data;
  const image = signatureImage.safeParse(sent.signature).data;
  const referrerId = reference ? await requireReferrer(db, reference, accountId).catch(noted) : null;
  const signature = image ? await reencodeSignature(image).catch(noted) : null;
  if (!referrerId || !signature || Object.keys(faults).length > 0) throw invalid(faults);
  return { referrerId, signature };
}

function invalid(fieldErrors: Record<string, string>): AppError {
  return new AppError('INVALID_INPUT', { message: Object.values(fieldErrors)[0], fieldErrors });
}
