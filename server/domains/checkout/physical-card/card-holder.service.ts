import { AppError } from '../../../lib/errors.ts';
import type { Context } from '../../../platform/context.ts';
import type { StoredMembership } from '../../memberships/membership.service.ts';
import type { CardHolderInput } from '../../memberships/physical-card/physical-card.schema.ts';
import { requireCardHolder } from '../../memberships/physical-card/physical-card.service.ts';
import { findSubscriptionById } from '../../payments/subscriptions/subscription.service.ts';
import { findPurchase } from '../purchase/purchase.repository.ts';

export interface CardHolder {
  membership: StoredMembership;
  /** The account's email address, or the one that a guest entered when buying. */
  email: string;
}

/** Throws MEMBERSHIP_NOT_FOUND unless the caller may order this membership's physical card. */
export async function requireOwnCard(
  { deps, account }: Pick<Context, 'deps' | 'account'>,
  input: CardHolderInput,
): Promise<CardHolder> {
  const { membership, isGuest } = await requireCardHolder(deps, account?.id ?? null, input);
  if (!isGuest && account) return { membership, email: account.email };
  const subscription = await findSubscriptionById(deps.db, membership.subscriptionId);
  const purchase = subscription && (await findPurchase(deps.db, subscription.purchaseId));
  if (!purchase) throw new AppError('MEMBERSHIP_NOT_FOUND');
  return { membership, email: purchase.email };
}
