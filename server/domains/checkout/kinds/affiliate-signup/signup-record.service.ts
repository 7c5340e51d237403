import type { Trx } from '#db/client.ts';
import type { Deps } from '../../../../platform/deps.ts';
import type { AffiliateRole } from '../../../affiliates/affiliate.schema.ts';
import { completeSignup, saveSignup } from '../../../affiliates/affiliate.service.ts';
import { readFriendBonusCents } from '../../../affiliates/commissions/commission.service.ts';
import { fileW8, fileW9 } from '../../../affiliates/tax-forms/tax-form.service.ts';
import type { TextVersion } from '../../../content/content.schema.ts';
import { type AcceptedText, listAccepted } from '../../../content/content.service.ts';
import { redeemBySignUp } from '../../../webinar/webinar.service.ts';
import { affiliateForm, ROLE_CONTRACTS } from './affiliate-signup.schema.ts';
import type { SignupPages } from './affiliate-signup-validation.ts';

/** A validated signup with its referrer and signature. */
export interface SignupRecord extends SignupPages {
  /** All submissions of one wizard have the same id. */
  signupId: string;
  idempotencyKey: string;
  role: AffiliateRole;
  accountId: string;
  referrerId: string;
  /** A PNG from `reencodeSignature`, encoded as base64. */
  signature: string;
  acceptedTexts: readonly TextVersion[];
  ip: string;
}

/** Returns the agreements that a signup for this role accepts (D21). */
export function listAgreements({
  role,
  acceptedTexts,
}: Pick<SignupRecord, 'role' | 'acceptedTexts'>): AcceptedText[] {
  const others = { privacyAgree: 'PRIVACYPOLICY', policyAgree: 'POLICYPROCEDUREMANUAL' } as const;
  const boxes = { contractAgree: ROLE_CONTRACTS[role], ...(role === 'loyalty' ? {} : others) };
  return listAccepted(boxes, acceptedTexts);
}

/** Stores tax numbers only in the encrypted tax form, never in the signup (D52). */
export async function saveSignupRecord(deps: Deps, trx: Trx, record: SignupRecord): Promise<void> {
  const { accountId, ip, taxForm } = record;
  const now = deps.now();
  await saveSignup(trx, {
    id: record.signupId,
    accountId,
    role: record.role,
    referrerId: record.referrerId,
    form: record.form,
    donates: record.donates,
    signature: record.signature,
    signedAt: now,
    ip,
  });
  if (taxForm?.w9) await fileW9(deps, trx, { accountId, ip, now, w9: taxForm.w9 });
  if (taxForm?.w8) await fileW8(deps, trx, { accountId, ip, now, w8: taxForm.w8 });
}

/**
 * Makes the account an affiliate and sends the welcome email. Does nothing if this signup, or another one for
 * the role, is already complete.
 */
export async function finishSignup(
  deps: Deps,
  trx: Trx,
  signupId: string,
  { purchaseId, now }: { purchaseId: string | null; now: Date },
): Promise<void> {
  const completedSignup = await completeSignup(trx, signupId, { purchaseId, now });
  if (!completedSignup) return;
  const { role, referenceCode, donates, firstname, lastname, email } = completedSignup;
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'affiliate-welcome',
    to: email,
    props: {
      firstname,
      role,
      referenceCode,
      donates,
      friendBonusCents: await readFriendBonusCents(deps, trx),
    },
  });
  // Only a loyalty signup earns the webinar's gift card.
  if (role === 'loyalty') {
    const { code } = affiliateForm.parse(completedSignup.form);
    const account = { id: completedSignup.accountId, email, firstname, lastname };
    await redeemBySignUp(deps, trx, { code, account, now });
  }
}
