import { AppError } from '../../../../lib/errors.ts';
import { derivedId } from '../../../../lib/ids.ts';
import type { AccountContext } from '../../../../platform/context.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { findOwnSignup } from '../../../affiliates/affiliate.service.ts';
import { requireReferrer } from '../../../affiliates/referral.service.ts';
import { signatureImage } from '../../../affiliates/signature.schema.ts';
import { reencodeSignature } from '../../../affiliates/signature.service.ts';
import { findTaxForms } from '../../../affiliates/tax-forms/tax-form.service.ts';
import { hasValidMembership } from '../../../memberships/membership.service.ts';
import { computeFingerprint, deriveIdempotencyKey } from '../../purchase/fingerprint.ts';
import { type AffiliateSignupResult, affiliateReference } from './affiliate-signup.schema.ts';
import type { MetRequirements, SignupPages, SubmittedSignup } from './affiliate-signup-validation.ts';
import type { SignupRecord } from './signup-record.service.ts';

/** Finds the requirements that the account already meets. */
export async function findMetRequirements({ db, now }: Deps, accountId: string): Promise<MetRequirements> {
  const [{ w9, w8ben }, isMember] = await Promise.all([
    findTaxForms(db, accountId),
    hasValidMembership(db, accountId, now()),
  ]);
  return { hasW9: w9 !== null, hasW8: w8ben !== null, isMember };
}

export type SignupKey = Pick<SignupRecord, 'signupId' | 'idempotencyKey'>;

/**
 * Derives the ids of a signup. Submitting the same wizard again, or repeating an older client's call, yields
 * the same ids (D40).
 */
export function deriveSignupKey(
  { deps, account }: AccountContext,
  submitted: SubmittedSignup,
  pages: SignupPages,
): SignupKey {
  const { taxForm: _, ...signedPages } = pages;
  const idempotencyKey =
    submitted.idempotencyKey ??
    deriveIdempotencyKey(
      deps,
      `account:${account.id}`,
      'signUpAffiliate',
      submitted.role,
      signedPages,
      submitted.token,
    );
  return { idempotencyKey, signupId: derivedId(`affiliate-signup:${idempotencyKey}`, account.id) };
}

/**
 * Returns the result of an earlier submission of the same signup, or null if none has completed. Throws
 * KEY_REUSED if the key was used for a different signup.
 */
export async function findEarlierResult(
  { deps, account }: AccountContext,
  role: SignupRecord['role'],
  { signupId }: SignupKey,
  { form, donates }: SignupPages,
): Promise<AffiliateSignupResult | null> {
  const signup = await findOwnSignup(deps.db, { id: signupId, accountId: account.id });
  if (!signup?.completedAt) return null;
  const fingerprint = computeFingerprint({ role, form, donates });
  const { role: storedRole, form: storedForm, donates: storedDonates } = signup;
  if (fingerprint !== computeFingerprint({ role: storedRole, form: storedForm, donates: storedDonates })) {
    throw new AppError('KEY_REUSED');
  }
  return { status: 'done', signupId, purchaseId: signup.purchaseId };
}

/**
 * Validates the referrer, and encodes the signature again. Throws INVALID_INPUT with the errors found here
 * and those in `fieldErrors`, so that the form shows all errors at once.
 */
export async function resolveReferrerAndSignature(
  { db }: Deps,
  accountId: string,
  submitted: SubmittedSignup,
  fieldErrors: Record<string, string>,
): Promise<Pick<SignupRecord, 'referrerId' | 'signature'>> {
  const allErrors: Record<string, string> = { ...fieldErrors };
  const collectErrors = (error: unknown) => {
    if (!(error instanceof AppError) || !error.fieldErrors) throw error;
    for (const [field, message] of Object.entries(error.fieldErrors)) allErrors[field] ??= message;
    return null;
  };
  const reference = affiliateReference.shape.reference.safeParse(submitted.reference).data;
  const image = signatureImage.safeParse(submitted.signature).data;
  const referrerId = reference ? await requireReferrer(db, reference, accountId).catch(collectErrors) : null;
  const signature = image ? await reencodeSignature(image).catch(collectErrors) : null;
  if (!referrerId || !signature || Object.keys(allErrors).length > 0) throw invalidInput(allErrors);
  return { referrerId, signature };
}

function invalidInput(fieldErrors: Record<string, string>): AppError {
  return new AppError('INVALID_INPUT', { message: Object.values(fieldErrors)[0], fieldErrors });
}
