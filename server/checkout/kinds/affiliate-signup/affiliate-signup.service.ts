import type { z } from 'zod';
import { inTransaction } from '#db/client.ts';
import { lockAccount } from '../../../accounts/account.service.ts';
import type { RequestedRole } from '../../../affiliates/affiliate.schema.ts';
import { findOwnSignup, findRefusal, requireSignupAllowed } from '../../../affiliates/affiliate.service.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import { recordAgreement } from '../../../content/content.service.ts';
import type { AccountContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { quoteCard } from '../card/card-purchase.service.ts';
import type {
  AffiliateSignupResult,
  affiliateSignupInput,
  signupStanding,
} from './affiliate-signup.schema.ts';
import { findAnswer, findOnFile, keyOf, lookUp } from './affiliate-signup-lookup.service.ts';
import { buyWithSignup, membershipPlanOf } from './affiliate-signup-purchase.service.ts';
import { validateAffiliateSignup } from './affiliate-signup-validation.ts';
import { agreementsOf, finishSignup, keepSigning, type Signing } from './signup-record.service.ts';

/** Whether an account may sign up for a role, with the sentence where it may not (SPEC section 6). */
export async function getSignupStanding(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  role: RequestedRole,
): Promise<z.infer<typeof signupStanding>> {
  const { refusal, account } = await findRefusal(db, accountId, role);
  const alreadySignedUp =
    refusal !== null && (role === 'friend' || (role === 'influencer' && account.isInfluencer));
  return { refusal, alreadySignedUp };
}

/** Prices the membership that is bought with a sign-up, in cents. */
export function quoteAffiliateMembership(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  input: { plan: number; requestedPhysicalCard: boolean; discountCode: string | null },
): Promise<Quote> {
  return quoteCard(db, input, now());
}

/**
 * Signs the account up for a role, with a membership where one is bought (SPEC section 2, affiliate signup wizard).
 * Refused before any field is judged: ALREADY_SIGNED_UP in the words of SPEC section 6 (DESIGN D23); then every
 * field's fault at once. Sent twice, or by two at once, it is one sign-up and one charge, with the same answer.
 */
export async function signUpAffiliate(
  ctx: AccountContext,
  sent: z.output<typeof affiliateSignupInput>,
): Promise<AffiliateSignupResult> {
  const { deps, account } = ctx;
  const { refusal } = await findRefusal(deps.db, account.id, sent.role);
  // A basic account is at or above every account's type: it is always refused.
  if (sent.role === 'basic') throw alreadySignedUp(refusal);
  const onFile = await findOnFile(deps, account.id);
  const { pages, fieldErrors } = validateAffiliateSignup(sent, sent.role, onFile);
  const key = pages && keyOf(ctx, sent, pages);
  if (refusal !== null) {
    const answer = key && (await findAnswer(ctx, sent.role, key, pages));
    if (answer) return answer;
    throw alreadySignedUp(refusal);
  }
  const looked = await lookUp(deps, account.id, sent, fieldErrors);
  if (!pages || !key) throw new AppError('INVALID_INPUT', { fieldErrors });
  const signing: Signing = {
    ...pages,
    ...key,
    ...looked,
    role: sent.role,
    accountId: account.id,
    ip: ctx.ip,
  };
  const plan = onFile.isMember ? undefined : membershipPlanOf(signing);
  if (plan === undefined) return signUpAlone(deps, signing);
  const result = await buyWithSignup(ctx, signing, { sent, plan });
  const { signupId } = signing;
  return result.status === 'paid'
    ? { status: 'done', signupId, purchaseId: result.purchaseId }
    : { ...result, signupId };
}

function alreadySignedUp(message: string | null): AppError {
  return new AppError('ALREADY_SIGNED_UP', message ? { message } : {});
}

/** Without a membership: everything in one transaction, behind the account's lock. */
function signUpAlone(deps: Deps, signing: Signing): Promise<AffiliateSignupResult> {
  const { accountId, role, signupId, ip } = signing;
  return inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    await lockAccount(trx, accountId);
    const present = await findOwnSignup(trx, { id: signupId, accountId });
    // Another submission of the same wizard was first.
    if (present?.completedAt) return { status: 'done', signupId, purchaseId: present.purchaseId };
    await requireSignupAllowed(trx, accountId, role);
    await keepSigning(deps, trx, signing);
    for (const contractType of agreementsOf(role)) {
      await recordAgreement(trx, { contractType, accountId, purchaseId: null, ip, agreedAt: now });
    }
    await finishSignup(deps, trx, signupId, { purchaseId: null, now });
    return { status: 'done', signupId, purchaseId: null };
  });
}
