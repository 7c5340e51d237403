import type { z } from 'zod';
import type { Db, Trx } from '#db/client.ts';
import { requireReferrer } from '../../../affiliates/referral.service.ts';
import { fileW9, findTaxForms } from '../../../affiliates/tax-form.service.ts';
import { lockRunningPurchaseIds } from '../../../business-plans/business-plan.service.ts';
import type { BusinessTerms, Plan } from '../../../catalog/plan.schema.ts';
import { requirePlan } from '../../../catalog/plan.service.ts';
import { priceCart } from '../../../catalog/price.shared.ts';
import { requireOpenPromoCode, requirePromoCode } from '../../../catalog/promo-code.service.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import type { AccountContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { requireLocatable } from '../../../stores/owned-business.service.ts';
import { requireSafePromotions } from '../../../stores/promotion.service.ts';
import { identifyBuyer } from '../../purchase/buyer.ts';
import { abandonPurchase } from '../../purchase/charge-purchase.service.ts';
import { createPurchase, findSubmittedPurchase } from '../../purchase/create-purchase.service.ts';
import { derivedKey } from '../../purchase/fingerprint.ts';
import { findPurchase } from '../../purchase/purchase.repository.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { type BusinessPlanCart, businessPlanCart, type businessPlanInput } from './business-plan.schema.ts';
import { findBlockingPurchases } from './business-plan-purchase.repository.ts';
import { validateBusinessPlan } from './business-plan-validation.ts';

type SoldPlan = Plan & { business: BusinessTerms };

/** Prices a business plan, in cents; a code that does not fit is 'Wrong Promo Code' at its field. */
export async function quoteBusinessPlan(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  input: { plan: number; discountCode: string | null },
): Promise<Quote> {
  const plan = await requireSoldPlan(db, input.plan);
  const promo = input.discountCode ? await requirePromoCode(db, input.discountCode, plan.id, now()) : null;
  return priceCart(plan, [], promo);
}

async function requireSoldPlan(db: Db, id: number): Promise<SoldPlan> {
  const plan = await requirePlan(db, id, 'business');
  if (!plan.business) throw new AppError('PLAN_NOT_FOUND', { field: 'plan' });
  return { ...plan, business: plan.business };
}

/**
 * Buys a business plan for the signed-in account (SPEC section 2, business purchase wizard; DESIGN section 4): one
 * plan an account, however many tabs ask at once. Answers 'paid', or 'requires_action' where the bank wants the
 * buyer's confirmation; a refused card throws its message.
 */
export async function purchaseBusinessPlan(
  ctx: AccountContext,
  input: z.output<typeof businessPlanInput>,
): Promise<PurchaseResult> {
  const { deps, account } = ctx;
  if (input.accountID && input.accountID !== account.id) throw new AppError('ACCOUNT_MISMATCH');
  const plan = await requireSoldPlan(deps.db, input.plan);
  const { w9: onFile } = await findTaxForms(deps.db, account.id);
  const { cart: judged, w9 } = validateBusinessPlan(input, plan.business, onFile !== null);
  const cart = { ...judged, promotions: await requireSafePromotions(judged.promotions) };
  const buyer = await identifyBuyer(ctx, {
    email: account.email,
    idempotencyKey: input.idempotencyKey ?? null,
  });
  const idempotencyKey =
    input.idempotencyKey ??
    derivedKey(deps.cookieSecret, buyer.key, 'purchaseBusinessPlan', cart, input.token);
  const placed =
    (await findSubmittedPurchase(deps, { buyer, idempotencyKey, cart })) ??
    (await place(ctx, { plan, cart, buyer, idempotencyKey, input, w9 }));
  return submitPurchase(ctx, placed, input.token);
}

interface Placing {
  plan: SoldPlan;
  cart: BusinessPlanCart;
  buyer: Awaited<ReturnType<typeof identifyBuyer>>;
  idempotencyKey: string;
  input: z.output<typeof businessPlanInput>;
  w9: ReturnType<typeof validateBusinessPlan>['w9'];
}

async function place(ctx: AccountContext, placing: Placing) {
  const { deps, account, ip } = ctx;
  const { plan, cart, buyer, idempotencyKey, input, w9 } = placing;
  await requireLocatable(deps.db, cart);
  const referrerId = await requireReferrer(deps.db, cart.reference, account.id);
  await abandonUnconfirmed(deps, account.id, idempotencyKey);
  const promo = cart.discountCode
    ? await requireOpenPromoCode(deps.db, cart.discountCode, plan.id, deps.now())
    : null;
  const quote = requireShownPrice(priceCart(plan, [], promo), input);
  const { contractAgree, termsAgree, privacyAgree } = plan.business.agreements;
  return createPurchase(deps, {
    kind: 'business-plan',
    buyer,
    idempotencyKey,
    cart,
    quote,
    email: account.email,
    referrerId,
    agreements: [contractAgree, termsAgree, privacyAgree].filter((type) => type !== null),
    ip,
    admit: async (trx) => {
      await requireNoOtherPlan(deps, trx, account.id, idempotencyKey);
      // On file with the pending row: the cart never holds a tax number (DESIGN D52).
      if (w9) await fileW9(deps, trx, { accountId: account.id, w9, ip, now: deps.now() });
    },
  });
}

/** One plan per account: a second submission waits for the account's lock and then finds the first one's purchase. */
async function requireNoOtherPlan(
  { now }: Deps,
  trx: Trx,
  accountId: string,
  idempotencyKey: string,
): Promise<void> {
  const running = await lockRunningPurchaseIds(trx, accountId, now());
  const blocking = await findBlockingPurchases(trx, accountId, running);
  const others = blocking.filter((other) => other.idempotencyKey !== idempotencyKey);
  if (others.some(({ id }) => running.includes(id))) throw new AppError('BUSINESS_PLAN_EXISTS');
  if (others.length > 0) throw new AppError('PURCHASE_UNDER_WAY');
}

/** A bank confirmation left unanswered in another tab must not block this purchase. */
async function abandonUnconfirmed(deps: Deps, accountId: string, idempotencyKey: string): Promise<void> {
  for (const { id, ...other } of await findBlockingPurchases(deps.db, accountId, [])) {
    if (other.idempotencyKey === idempotencyKey || other.status !== 'requires_action') continue;
    const purchase = await findPurchase(deps.db, id);
    if (purchase?.status === 'requires_action') await abandonPurchase(deps, purchase);
  }
}

/** The cart behind a mail's link, for the account that sent it; not once it is paid. */
export async function reopenBusinessPlan({ deps, account }: AccountContext, token: string) {
  const verified = await deps.signer.verify('complete-payment', token);
  const purchase = verified ? await findPurchase(deps.db, verified.subject) : undefined;
  const own = purchase?.kind === 'business-plan' && purchase.accountId === account.id;
  if (!own || purchase.status !== 'failed') throw new AppError('PURCHASE_NOT_FOUND');
  return { cart: businessPlanCart.parse(purchase.cart), quote: purchase.quote };
}
