import type { z } from 'zod';
import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../../lib/errors.ts';
import type { AccountContext } from '../../../../platform/context.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { lockAccount } from '../../../accounts/account.service.ts';
import type { RequestedRole } from '../../../affiliates/affiliate.schema.ts';
import {
  findOwnSignup,
  findSignupConflict,
  requireSignupAllowed,
} from '../../../affiliates/affiliate.service.ts';
import { findReferral } from '../../../affiliates/referral.service.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import { recordAgreements } from '../../../content/content.service.ts';
import { abandonUnconfirmedPurchases } from '../../purchase/abandon-purchase.service.ts';
import { isRetriable } from '../../purchase/create-purchase.service.ts';
import { findOpenPurchases, findPurchaseByKey } from '../../purchase/purchase.repository.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { priceOpenCard, quoteCard } from '../card/card-purchase.service.ts';
import {
  type AffiliateCart,
  type AffiliateSignupResult,
  affiliateCart,
  type affiliateSignupInput,
  type signupStanding,
} from './affiliate-signup.schema.ts';
import {
  deriveSignupKey,
  findEarlierResult,
  findMetRequirements,
  resolveReferrerAndSignature,
} from './affiliate-signup-lookup.service.ts';
import { type SubmittedSignup, validateAffiliateSignup } from './affiliate-signup-validation.ts';
import {
  finishSignup,
  listAgreements,
  type SignupRecord,
  saveSignupRecord,
} from './signup-record.service.ts';

/** Returns the plan to buy with the signup, or undefined if no membership is bought. */
function chooseMembershipPlan({ role, choice }: Pick<SignupRecord, 'role' | 'choice'>): 0 | 1 | undefined {
  return role === 'loyalty' || choice === 2 ? undefined : choice;
}

/** Buys the membership. The transaction that settles it also completes the signup. */
async function buyWithSignup(
  ctx: AccountContext,
  record: SignupRecord,
  { submitted, plan }: { submitted: SubmittedSignup; plan: 0 | 1 },
): Promise<PurchaseResult> {
  const { deps, account } = ctx;
  const { token, discountCode } = submitted;
  if (!token) throw new AppError('CARD_INVALID');
  const cart = buildCart(ctx, record, { plan, discountCode });
  return submitPurchase(ctx, {
    kind: 'affiliate-signup',
    cart,
    token,
    email: account.email,
    idempotencyKey: record.idempotencyKey,
    prepare: async ({ buyer, idempotencyKey }) => {
      const openPurchases = await findOpenPurchases(deps.db, account.id, 'affiliate-signup');
      const otherPurchases = openPurchases.filter((purchase) => purchase.idempotencyKey !== idempotencyKey);
      await abandonUnconfirmedPurchases(deps, otherPurchases);
      return {
        quote: requireShownPrice(ctx, await priceOpenCard(deps, cart), { ...submitted, token }),
        ...(await findReferral(ctx, record.referrerId)),
        agreements: [{ type: 'MEMBER' }, ...listAgreements(record)],
        admit: async (trx) => {
          await lockAccount(trx, account.id);
          const existingPurchase = await findPurchaseByKey(trx, buyer.key, idempotencyKey);
          // Another submission of the same wizard came first. Both get the same result.
          if (existingPurchase && !isRetriable(existingPurchase)) return;
          await requireSignupAllowed(trx, account.id, record.role);
          const [otherPurchase] = await findOpenPurchases(trx, account.id, 'affiliate-signup');
          if (otherPurchase) throw new AppError('PURCHASE_UNDER_WAY');
          await saveSignupRecord(deps, trx, record);
        },
      };
    },
  });
}

function buildCart(
  { account }: AccountContext,
  { signupId, role, form, family }: SignupRecord,
  membership: { plan: 0 | 1; discountCode: string | null },
): AffiliateCart {
  const { firstname, lastname } = account;
  return affiliateCart.parse({ ...form, ...family, ...membership, signupId, role, firstname, lastname });
}

export async function getSignupStanding(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  role: RequestedRole,
): Promise<z.infer<typeof signupStanding>> {
  const { refusal, account } = await findSignupConflict(db, accountId, role);
  const alreadySignedUp =
    refusal !== null && (role === 'friend' || (role === 'influencer' && account.isInfluencer));
  return { refusal, alreadySignedUp };
}

export function quoteAffiliateMembership(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  input: { plan: number; requestedPhysicalCard: boolean; discountCode: string | null },
): Promise<Quote> {
  return quoteCard(db, input, now());
}

/**
 * Signs the account up for a role, and buys a membership if the user chose one. An account that may not sign
 * up gets ALREADY_SIGNED_UP even if fields are invalid (D23), and any other gets INVALID_INPUT with all
 * fields' errors. Submitting the same wizard twice signs up and charges once.
 */
export async function signUpAffiliate(
  ctx: AccountContext,
  submitted: z.output<typeof affiliateSignupInput>,
): Promise<AffiliateSignupResult> {
  const { deps, account } = ctx;
  const { refusal } = await findSignupConflict(deps.db, account.id, submitted.role);
  // Every account already has the basic role, so signing up for it is always refused.
  if (submitted.role === 'basic') throw alreadySignedUpError(refusal);
  const metRequirements = await findMetRequirements(deps, account.id);
  const { pages, fieldErrors } = validateAffiliateSignup(submitted, submitted.role, metRequirements);
  const signupKey = pages && deriveSignupKey(ctx, submitted, pages);
  if (refusal !== null) {
    const earlierResult = signupKey && (await findEarlierResult(ctx, submitted.role, signupKey, pages));
    if (earlierResult) return earlierResult;
    throw alreadySignedUpError(refusal);
  }
  const references = await resolveReferrerAndSignature(deps, account.id, submitted, fieldErrors);
  if (!pages || !signupKey) throw new AppError('INVALID_INPUT', { fieldErrors });
  const record: SignupRecord = {
    ...pages,
    ...signupKey,
    ...references,
    role: submitted.role,
    acceptedTexts: submitted.acceptedTexts ?? [],
    accountId: account.id,
    ip: ctx.ip,
  };
  const plan = metRequirements.isMember ? undefined : chooseMembershipPlan(record);
  if (plan === undefined) return signUpWithoutMembership(deps, record);
  const result = await buyWithSignup(ctx, record, { submitted, plan });
  const { signupId } = record;
  return result.status === 'paid'
    ? { status: 'done', signupId, purchaseId: result.purchaseId }
    : { ...result, signupId };
}

function alreadySignedUpError(message: string | null): AppError {
  return new AppError('ALREADY_SIGNED_UP', message ? { message } : {});
}

function signUpWithoutMembership(deps: Deps, record: SignupRecord): Promise<AffiliateSignupResult> {
  const { accountId, role, signupId, ip } = record;
  return inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    await lockAccount(trx, accountId);
    const existingSignup = await findOwnSignup(trx, { id: signupId, accountId });
    // Another submission of the same wizard came first.
    if (existingSignup?.completedAt)
      return { status: 'done', signupId, purchaseId: existingSignup.purchaseId };
    await requireSignupAllowed(trx, accountId, role);
    await saveSignupRecord(deps, trx, record);
    await recordAgreements(trx, listAgreements(record), { accountId, purchaseId: null, ip, agreedAt: now });
    await finishSignup(deps, trx, signupId, { purchaseId: null, now });
    return { status: 'done', signupId, purchaseId: null };
  });
}
