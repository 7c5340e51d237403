import type { Db } from '#db/client.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { requireOwnAccount } from '../../../accounts/account.service.ts';
import { requireReferral, resolveReference } from '../../../affiliates/referral.service.ts';
import type { Plan } from '../../../catalog/plan.schema.ts';
import { requireAddon, requirePlan } from '../../../catalog/plan.service.ts';
import { PHYSICAL_CARD_SLUG, priceCart } from '../../../catalog/price.shared.ts';
import {
  requireChargeable,
  requireOpenPromoCode,
  requirePromoCode,
} from '../../../catalog/promo-code.service.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import { listAccepted } from '../../../content/content.service.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { type CardCart, type CardPurchaseInput, cardCart } from './card-purchase.schema.ts';
import { requireNoMembership } from './held-membership.service.ts';

/** Throws WRONG_PROMO_CODE if the code isn't valid for this plan. */
export async function quoteCard(
  db: Db,
  input: { plan: number; requestedPhysicalCard: boolean; discountCode: string | null },
  now: Date,
): Promise<Quote> {
  const plan = await requirePlan(db, input.plan, 'consumer');
  const promo = input.discountCode ? await requirePromoCode(db, input.discountCode, plan.id, now) : null;
  return requireChargeable(priceCart(plan, await findAddons(db, input), promo));
}

/** Buys an individual or family card, for an account or a guest. */
export async function buyCard(ctx: Context, input: CardPurchaseInput): Promise<PurchaseResult> {
  const { deps } = ctx;
  requireOwnAccount(input.accountID, ctx.account);
  const cart = { ...cardCart.parse(input), reference: await resolveReference(deps.db, input.reference) };
  return submitPurchase(ctx, {
    kind: 'card',
    cart,
    token: input.token,
    email: cart.email,
    idempotencyKey: input.idempotencyKey,
    legacyCall: 'BuyCard',
    prepare: async ({ buyer }) => {
      if (ctx.entryPoint === 'web' && !input.buyAnother) await requireNoMembership(ctx, cart.plan);
      return {
        quote: requireShownPrice(ctx, await priceOpenCard(deps, cart), input),
        ...(await requireReferral(ctx, cart.reference, buyer.accountId)),
        agreements: listAccepted({ contractAgree: 'MEMBER' }, input.acceptedTexts),
      };
    },
  });
}

/**
 * Like `quoteCard`, but accepts a code that is used up. `holdPromoCode` checks that when the purchase is
 * created.
 */
export async function priceOpenCard(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  cart: Pick<CardCart, 'plan' | 'requestedPhysicalCard' | 'discountCode'>,
): Promise<Quote> {
  const plan = await requirePlan(db, cart.plan, 'consumer');
  const promo = cart.discountCode ? await requireOpenPromoCode(db, cart.discountCode, plan.id, now()) : null;
  return requireChargeable(priceCart(plan, await findAddons(db, cart), promo));
}

async function findAddons(db: Db, cart: { requestedPhysicalCard: boolean }): Promise<Plan[]> {
  return cart.requestedPhysicalCard ? [await requireAddon(db, PHYSICAL_CARD_SLUG)] : [];
}
