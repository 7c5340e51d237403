import { AppError } from '../../../../lib/errors.ts';
import type { AccountContext } from '../../../../platform/context.ts';
import { lockAccount } from '../../../accounts/account.service.ts';
import { requireSignupAllowed } from '../../../affiliates/affiliate.service.ts';
import { abandonUnconfirmedPurchases } from '../../purchase/abandon-purchase.service.ts';
import { isRetriable } from '../../purchase/create-purchase.service.ts';
import { findOpenPurchases, findPurchaseByKey } from '../../purchase/purchase.repository.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { priceOpenCard } from '../card/card-purchase.service.ts';
import { type AffiliateCart, affiliateCart } from './affiliate-signup.schema.ts';
import type { SubmittedSignup } from './affiliate-signup-validation.ts';
import { listAgreements, type SignupRecord, saveSignupRecord } from './signup-record.service.ts';

/** Returns the plan to buy with the signup, or undefined if no membership is bought. */
export function chooseMembershipPlan({
  role,
  choice,
}: Pick<SignupRecord, 'role' | 'choice'>): 0 | 1 | undefined {
  return role === 'loyalty' || choice === 2 ? undefined : choice;
}

/** Buys the membership. The transaction that settles it also completes the signup. */
export async function buyWithSignup(
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
        referrerId: record.referrerId,
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
