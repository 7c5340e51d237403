import type { Db, Trx } from '#db/client.ts';
import { AppError, type ErrorCode } from '../../../../lib/errors.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { requireAddon } from '../../../catalog/plan.service.ts';
import { PHYSICAL_CARD_SLUG, priceOneTime } from '../../../catalog/price.shared.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import type { CardState } from '../../../memberships/physical-card/physical-card.schema.ts';
import { lockCardState } from '../../../memberships/physical-card/physical-card.service.ts';
import { requireOwnCard } from '../../physical-card/card-holder.service.ts';
import { abandonUnconfirmedPurchases } from '../../purchase/abandon-purchase.service.ts';
import { isRetriable } from '../../purchase/create-purchase.service.ts';
import { findOpenPurchases } from '../../purchase/open-purchases.repository.ts';
import { findPurchaseByKey } from '../../purchase/purchase.repository.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { type ReplacementInput, replacementCart } from './card-replacement.schema.ts';

/** A replacement costs the catalog's card fee. */
export async function quoteReplacement(db: Db): Promise<Quote> {
  const { id: planId, orderSummaryName, priceCents } = await requireAddon(db, PHYSICAL_CARD_SLUG);
  const description = `${orderSummaryName} replacement`;
  return priceOneTime([{ planId, description, quantity: 1, unitCents: priceCents, commissionable: false }]);
}

/**
 * Buys a new card for a membership whose last one was sent. Only one can be bought at a time, even if several
 * tabs submit at once.
 */
export async function buyReplacement(ctx: Context, input: ReplacementInput): Promise<PurchaseResult> {
  const { deps } = ctx;
  const { membership, email } = await requireOwnCard(ctx, input);
  const { id: membershipId, number, firstname, lastname } = membership;
  const cart = replacementCart.parse({ ...input, membershipId, number, firstname, lastname });
  return submitPurchase(ctx, {
    kind: 'card-replacement',
    cart,
    token: input.token,
    email,
    idempotencyKey: input.idempotencyKey,
    prepare: async ({ buyer, idempotencyKey }) => {
      const submission = { buyerKey: buyer.key, idempotencyKey, membershipId };
      const quote = requireShownPrice(ctx, await quoteReplacement(deps.db), input);
      await abandonUnconfirmedPurchases(deps, await findOtherPurchases(deps.db, submission));
      return { quote, agreements: [], admit: (trx) => requireReplaceable(deps, trx, submission) };
    },
  });
}

interface OwnSubmission {
  buyerKey: string;
  idempotencyKey: string;
  membershipId: string;
}

const ERROR_BY_STATE = {
  open: 'CARD_NOT_SENT',
  requested: 'CARD_NOT_SENT',
  closed: 'MEMBERSHIP_INVALID',
} as const satisfies Record<Exclude<CardState, 'sent'>, ErrorCode>;

/**
 * Throws if the card can't be replaced now, or if another purchase of a replacement is open. Of two
 * concurrent submissions, the second waits for the membership's lock and then finds the first one's purchase.
 */
async function requireReplaceable(deps: Deps, trx: Trx, submission: OwnSubmission): Promise<void> {
  const state = await lockCardState(trx, submission.membershipId, deps.now());
  const existingPurchase = await findPurchaseByKey(trx, submission.buyerKey, submission.idempotencyKey);
  // Another submission of the same form came first. Both get the same result.
  if (existingPurchase && !isRetriable(existingPurchase)) return;
  if (state !== 'sent') throw new AppError(ERROR_BY_STATE[state]);
  if ((await findOtherPurchases(trx, submission)).length > 0) throw new AppError('PURCHASE_UNDER_WAY');
}

async function findOtherPurchases(db: Db, { buyerKey, idempotencyKey, membershipId }: OwnSubmission) {
  const openPurchases = await findOpenPurchases(db, 'card-replacement', membershipId);
  return openPurchases.filter(
    (purchase) => purchase.buyerKey !== buyerKey || purchase.idempotencyKey !== idempotencyKey,
  );
}
