import type { Trx } from '#db/client.ts';
import type { AffiliateRole } from '../../../affiliates/affiliate.schema.ts';
import { completeSignup, saveSignup } from '../../../affiliates/affiliate.service.ts';
import { friendBonus } from '../../../affiliates/commissions/commission.service.ts';
import { fileW8, fileW9 } from '../../../affiliates/tax-forms/tax-form.service.ts';
import type { AgreementType } from '../../../content/content.service.ts';
import type { Deps } from '../../../deps.ts';
import { redeemBySignUp } from '../../../webinar/webinar.service.ts';
import { affiliateForm, ROLE_CONTRACTS } from './affiliate-signup.schema.ts';
import type { SignupPages } from './affiliate-signup-validation.ts';

/** A sign-up whose pages were judged, with what was looked up for them. */
export interface Signing extends SignupPages {
  /** The same for every submission of one wizard. */
  signupId: string;
  idempotencyKey: string;
  role: AffiliateRole;
  accountId: string;
  referrerId: string;
  /** A PNG, in base64, as `reencodeSignature` makes it. */
  signature: string;
  ip: string;
}

/** What is agreed to with a role (SPEC section 5, DESIGN D21). */
export function agreementsOf(role: AffiliateRole): AgreementType[] {
  const contract = ROLE_CONTRACTS[role];
  return role === 'loyalty' ? [contract] : [contract, 'PRIVACYPOLICY', 'POLICYPROCEDUREMANUAL'];
}

/** Keeps what was told and signed; the tax numbers go to the form on file and nowhere else (DESIGN D7, D52). */
export async function keepSigning(deps: Deps, trx: Trx, signing: Signing): Promise<void> {
  const { accountId, ip, taxForm } = signing;
  const now = deps.now();
  await saveSignup(trx, {
    id: signing.signupId,
    accountId,
    role: signing.role,
    referrerId: signing.referrerId,
    form: signing.form,
    donates: signing.donates,
    signature: signing.signature,
    signedAt: now,
    ip,
  });
  if (taxForm?.w9) await fileW9(deps, trx, { accountId, ip, now, w9: taxForm.w9 });
  if (taxForm?.w8) await fileW8(deps, trx, { accountId, ip, now, w8: taxForm.w8 });
}

/** Makes the account an affiliate and sends the welcome; done again it does nothing. */
export async function finishSignup(
  deps: Deps,
  trx: Trx,
  signupId: string,
  { purchaseId, now }: { purchaseId: string | null; now: Date },
): Promise<void> {
  const completed = await completeSignup(trx, signupId, { purchaseId, now });
  if (!completed) return;
  const { role, referenceCode, donates, firstname, lastname, email } = completed;
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'affiliate-welcome',
    to: email,
    props: { firstname, role, referenceCode, donates, friendBonusCents: await friendBonus(deps, trx) },
  });
  // The gift card is for who joins the loyalty program (SPEC section 9).
  if (role === 'loyalty') {
    const { code } = affiliateForm.parse(completed.form);
    const account = { id: completed.accountId, email, firstname, lastname };
    await redeemBySignUp(deps, trx, { code, account, now });
  }
}
