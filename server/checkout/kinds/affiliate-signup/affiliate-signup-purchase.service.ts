import { lockAccount } from '../../../accounts/account.service.ts';
import { requireSignupAllowed } from '../../../affiliates/affiliate.service.ts';
import type { AccountContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { abandonUnconfirmed } from '../../purchase/abandon-purchase.service.ts';
import { findOpenPurchases, findPurchaseByKey } from '../../purchase/purchase.repository.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { priceOpenCard } from '../card/card-purchase.service.ts';
import { type AffiliateCart, affiliateCart } from './affiliate-signup.schema.ts';
import type { SubmittedSignup } from './affiliate-signup-validation.ts';
import { agreementsOf, keepSigning, type Signing } from './signup-record.service.ts';

/** The plan of the membership that a sign-up buys; undefined if it buys none. */
export function membershipPlanOf({ role, choice }: Pick<Signing, 'role' | 'choice'>): 0 | 1 | undefined {
  return role === 'loyalty' || choice === 2 ? undefined : choice;
}

/** Buys the membership. The transaction that settles it also completes the sign-up. */
export async function buyWithSignup(
  ctx: AccountContext,
  signing: Signing,
  { sent, plan }: { sent: SubmittedSignup; plan: 0 | 1 },
): Promise<PurchaseResult> {
  const { deps, account } = ctx;
  const { token, discountCode } = sent;
  if (!token) throw new AppError('CARD_INVALID');
  const cart = buildCart(ctx, signing, { plan, discountCode });
  return submitPurchase(ctx, {
    kind: 'affiliate-signup',
    cart,
    token,
    email: account.email,
    idempotencyKey: signing.idempotencyKey,
    prepare: async ({ buyer, idempotencyKey }) => {
      const open = await findOpenPurchases(deps.db, account.id, 'affiliate-signup');
      const others = open.filter((other) => other.idempotencyKey !== idempotencyKey);
      await abandonUnconfirmed(deps, others);
      return {
        quote: requireShownPrice(await priceOpenCard(deps, cart), { ...sent, token }),
        referrerId: signing.referrerId,
        agreements: ['MEMBER', ...agreementsOf(signing.role)],
        admit: async (trx) => {
          await lockAccount(trx, account.id);
          const present = await findPurchaseByKey(trx, buyer.key, idempotencyKey);
          // Another submission of the same wizard came first, and its answer is this one's, too.
          if (present && present.status !== 'failed') return;
          await requireSignupAllowed(trx, account.id, signing.role);
          const [other] = await findOpenPurchases(trx, account.id, 'affiliate-signup');
          if (other) throw new AppError('PURCHASE_UNDER_WAY');
          await keepSigning(deps, trx, signing);
        },
      };
    },
  });
}

function buildCart(
  { account }: AccountContext,
  { signupId, role, form, family }: Signing,
  bought: { plan: 0 | 1; discountCode: string | null },
): AffiliateCart {
  const { firstname, lastname } = account;
  return affiliateCart.parse({ ...form, ...family, ...bought, signupId, role, firstname, lastname });
}
