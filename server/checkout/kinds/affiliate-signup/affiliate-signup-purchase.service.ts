import { lockAccount } from '../../../accounts/account.service.ts';
import { requireSignupAllowed } from '../../../affiliates/affiliate.service.ts';
import type { AccountContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { type Buyer, identifyBuyer } from '../../purchase/buyer.ts';
import { abandonPurchase } from '../../purchase/charge-purchase.service.ts';
import {
  createPurchase,
  findSubmittedPurchase,
  type PurchaseAttempt,
} from '../../purchase/create-purchase.service.ts';
import { findPurchase, findPurchaseByKey } from '../../purchase/purchase.repository.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { priceOpenCard } from '../card/card-purchase.service.ts';
import { findOpenSignupPurchases } from './affiliate-signup.repository.ts';
import { type AffiliateCart, affiliateCart } from './affiliate-signup.schema.ts';
import type { SubmittedSignup } from './affiliate-signup-validation.ts';
import { agreementsOf, keepSigning, type Signing } from './signup-record.service.ts';

/** The membership that a sign-up buys; undefined where it buys none (DESIGN D22). */
export function membershipPlanOf({ role, choice }: Pick<Signing, 'role' | 'choice'>): 0 | 1 | undefined {
  return role === 'loyalty' || choice === 2 ? undefined : choice;
}

/**
 * Buys the membership, and completes the sign-up in the transaction that settles it (DESIGN section 4): one of each,
 * however many tabs ask at once.
 */
export async function buyWithSignup(
  ctx: AccountContext,
  signing: Signing,
  { sent, plan }: { sent: SubmittedSignup; plan: 0 | 1 },
): Promise<PurchaseResult> {
  if (!sent.token) throw new AppError('CARD_INVALID');
  const { idempotencyKey } = signing;
  const buyer = await identifyBuyer(ctx, { email: ctx.account.email, idempotencyKey });
  const cart = cartOf(ctx, signing, { plan, discountCode: sent.discountCode });
  const placed =
    (await findSubmittedPurchase(ctx.deps, { buyer, idempotencyKey, cart })) ??
    (await place(ctx, signing, { cart, buyer, sent: { ...sent, token: sent.token } }));
  return submitPurchase(ctx, placed, sent.token);
}

function cartOf(
  { account }: AccountContext,
  { signupId, role, form, family }: Signing,
  bought: { plan: 0 | 1; discountCode: string | null },
): AffiliateCart {
  const { firstname, lastname } = account;
  return affiliateCart.parse({ ...form, ...family, ...bought, signupId, role, firstname, lastname });
}

async function place(
  { deps, account, ip }: AccountContext,
  signing: Signing,
  { cart, buyer, sent }: { cart: AffiliateCart; buyer: Buyer; sent: SubmittedSignup & { token: string } },
): Promise<PurchaseAttempt> {
  const { idempotencyKey, referrerId } = signing;
  for (const other of await findOpenSignupPurchases(deps.db, account.id)) {
    // A bank's question that was left unanswered elsewhere does not keep anybody from buying here.
    if (other.idempotencyKey === idempotencyKey || other.status !== 'requires_action') continue;
    const purchase = await findPurchase(deps.db, other.id);
    if (purchase) await abandonPurchase(deps, purchase);
  }
  return createPurchase(deps, {
    kind: 'affiliate-signup',
    buyer,
    idempotencyKey,
    cart,
    quote: requireShownPrice(await priceOpenCard(deps, cart), sent),
    email: account.email,
    referrerId,
    agreements: ['MEMBER', ...agreementsOf(signing.role)],
    ip,
    admit: async (trx) => {
      await lockAccount(trx, account.id);
      const present = await findPurchaseByKey(trx, buyer.key, idempotencyKey);
      // Another submission of the same wizard was first: its answer is everybody's.
      if (present && present.status !== 'failed') return;
      await requireSignupAllowed(trx, account.id, signing.role);
      const [open] = await findOpenSignupPurchases(trx, account.id);
      if (open) throw new AppError('PURCHASE_UNDER_WAY');
      await keepSigning(deps, trx, signing);
    },
  });
}
