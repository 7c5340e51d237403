import type { Db, Trx } from '#db/client.ts';
import { requireAddon } from '../../../catalog/plan.service.ts';
import { PHYSICAL_CARD_SLUG, priceOneTime } from '../../../catalog/price.shared.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import type { Context } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, type ErrorCode } from '../../../errors.ts';
import type { CardState } from '../../../memberships/physical-card/physical-card.schema.ts';
import { lockCardState } from '../../../memberships/physical-card/physical-card.service.ts';
import { type Buyer, identifyBuyer } from '../../purchase/buyer.ts';
import { abandonPurchase } from '../../purchase/charge-purchase.service.ts';
import { createPurchase, findSubmittedPurchase } from '../../purchase/create-purchase.service.ts';
import { findPurchase, findPurchaseByKey } from '../../purchase/purchase.repository.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { type CardHolder, cardHolderOf } from './card-holder.service.ts';
import { findOpenReplacements } from './card-replacement.repository.ts';
import { type ReplacementInput, replacementCart } from './card-replacement.schema.ts';

/** What a card costs that is printed anew, in cents: the catalog's card fee, once (DESIGN D29). */
export async function quoteReplacement(db: Db): Promise<Quote> {
  const { id: planId, orderSummaryName, priceCents } = await requireAddon(db, PHYSICAL_CARD_SLUG);
  const description = `${orderSummaryName} replacement`;
  return priceOneTime([{ planId, description, quantity: 1, unitCents: priceCents, commissionable: false }]);
}

/**
 * Buys a card anew for a membership whose last one was sent (DESIGN D29, section 4): one at a time, from however many
 * tabs. CARD_NOT_SENT, MEMBERSHIP_INVALID, PURCHASE_UNDER_WAY, PRICE_CHANGED; a refused card throws its message.
 */
export async function buyReplacement(ctx: Context, input: ReplacementInput): Promise<PurchaseResult> {
  const { deps } = ctx;
  const { idempotencyKey, token } = input;
  const { membership, email } = await cardHolderOf(ctx, input);
  const { id: membershipId, number, firstname, lastname } = membership;
  const cart = replacementCart.parse({ ...input, membershipId, number, firstname, lastname });
  const buyer = await identifyBuyer(ctx, { email, idempotencyKey });
  const own = { buyer, idempotencyKey, membershipId };
  const placed =
    (await findSubmittedPurchase(deps, { buyer, idempotencyKey, cart })) ??
    (await createPurchase(deps, {
      kind: 'card-replacement',
      buyer,
      idempotencyKey,
      cart,
      quote: requireShownPrice(await quoteReplacement(deps.db), input),
      email,
      agreements: [],
      ip: ctx.ip,
      admit: await admission(deps, own),
    }));
  return submitPurchase(ctx, placed, token);
}

interface Own {
  buyer: Buyer;
  idempotencyKey: string;
  membershipId: CardHolder['membership']['id'];
}

const REFUSALS = {
  open: 'CARD_NOT_SENT',
  requested: 'CARD_NOT_SENT',
  closed: 'MEMBERSHIP_INVALID',
} as const satisfies Record<Exclude<CardState, 'sent'>, ErrorCode>;

/** Whoever comes second waits for the first on the membership's row, and finds its purchase there. */
async function admission(deps: Deps, own: Own): Promise<(trx: Trx) => Promise<void>> {
  await abandonUnconfirmed(deps, own);
  return async (trx) => {
    const state = await lockCardState(trx, own.membershipId, deps.now());
    const present = await findPurchaseByKey(trx, own.buyer.key, own.idempotencyKey);
    // Another submission of the same form was first: its answer is everybody's.
    if (present && present.status !== 'failed') return;
    if (state !== 'sent') throw new AppError(REFUSALS[state]);
    if ((await others(trx, own)).length > 0) throw new AppError('PURCHASE_UNDER_WAY');
  };
}

async function others(db: Db, { buyer, idempotencyKey, membershipId }: Own) {
  const open = await findOpenReplacements(db, membershipId);
  return open.filter((other) => other.buyerKey !== buyer.key || other.idempotencyKey !== idempotencyKey);
}

/** A bank's question that was left unanswered elsewhere does not keep anybody from buying here. */
async function abandonUnconfirmed(deps: Deps, own: Own): Promise<void> {
  for (const { id, status } of await others(deps.db, own)) {
    const purchase = status === 'requires_action' ? await findPurchase(deps.db, id) : undefined;
    if (purchase) await abandonPurchase(deps, purchase);
  }
}
