import { z } from 'zod';
import { AppError } from '../../../../lib/errors.ts';
import { formatPersonName } from '../../../../lib/same-person.ts';
import type { Context } from '../../../../platform/context.ts';
import { claimLink } from '../../../memberships/claim.service.ts';
import { describeMembership, findMembershipOfSubscription } from '../../../memberships/membership.service.ts';
import { findBillingOfPurchase } from '../../../payments/subscriptions/subscription.service.ts';
import { listBuyerKeys } from '../../purchase/buyer.ts';
import { findOwnPurchase, findPurchaseOfAccount } from '../../purchase/purchase.repository.ts';
import type { CardCompletion } from './card-purchase.schema.ts';

/** The kinds whose purchases create a member's card. */
const CARD_KINDS = ['card', 'affiliate-signup'];

/** What the last page needs of their carts. */
const boughtCard = z.object({ requestedPhysicalCard: z.boolean(), country: z.string(), zip: z.string() });

/**
 * Returns what the last page of a card purchase shows (D60), also of a signup that included one. It can be read with the buyer's session, in the
 * browser that bought as a guest, and with the session of an account that claimed the membership. Throws
 * PURCHASE_NOT_FOUND for anyone else, and if there is no membership yet.
 */
export async function getCardCompletion(
  ctx: Pick<Context, 'deps' | 'account' | 'existingGuestKey'>,
  purchaseId: string,
): Promise<CardCompletion> {
  const { deps, account } = ctx;
  const purchase =
    (await findOwnPurchase(deps.db, purchaseId, listBuyerKeys(ctx))) ??
    (account ? await findPurchaseOfAccount(deps.db, account.id, purchaseId) : undefined);
  const isCard = purchase && CARD_KINDS.includes(purchase.kind);
  const billing = isCard && (await findBillingOfPurchase(deps.db, purchaseId));
  const membership = billing && (await findMembershipOfSubscription(deps.db, billing.subscriptionId));
  if (!purchase || !membership) throw new AppError('PURCHASE_NOT_FOUND');
  const { number, firstname, lastname, planName, periodEnd } = describeMembership(
    membership,
    'member',
    deps.now(),
  );
  const cart = boughtCard.parse(purchase.cart);
  return {
    number,
    holder: formatPersonName({ firstname, lastname }),
    planName,
    expiresAt: periodEnd,
    isCardMailed: cart.requestedPhysicalCard,
    zip: cart.country === 'US' ? cart.zip.slice(0, 5) : null,
    claimUrl: membership.accountId === null ? await claimLink(deps, membership.id) : null,
  };
}
