import { inTransaction } from '#db/client.ts';
import { AppError, type ErrorCode } from '../../../lib/errors.ts';
import { formatMembershipNumber } from '../../../lib/membership-number.ts';
import { formatPersonName } from '../../../lib/same-person.ts';
import type { Context } from '../../../platform/context.ts';
import type {
  CardHolderInput,
  CardRequestInput,
  CardState,
  CardView,
} from '../../memberships/physical-card/physical-card.schema.ts';
import {
  describeCard,
  lockCardState,
  queuePhysicalCard,
} from '../../memberships/physical-card/physical-card.service.ts';
import { requireOwnCard } from './card-holder.service.ts';

type CallContext = Pick<Context, 'deps' | 'account'>;

/** Throws MEMBERSHIP_NOT_FOUND unless the caller may order the membership's physical card. */
export async function getCardRequest(ctx: CallContext, input: CardHolderInput): Promise<CardView> {
  const { membership } = await requireOwnCard(ctx, input);
  return describeCard(ctx.deps, membership);
}

const ERROR_BY_STATE = {
  requested: 'CARD_REQUESTED',
  sent: 'CARD_REQUESTED',
  closed: 'MEMBERSHIP_INVALID',
} as const satisfies Record<Exclude<CardState, 'open'>, ErrorCode>;

/**
 * Queues a membership's first card for shipping, which is free. It ships only once, even if several tabs
 * submit at once. Throws CARD_REQUESTED, MEMBERSHIP_NOT_FOUND, or, if the membership isn't active,
 * MEMBERSHIP_INVALID.
 */
export async function requestCard(ctx: CallContext, input: CardRequestInput): Promise<void> {
  const { deps } = ctx;
  const { membership, email } = await requireOwnCard(ctx, input);
  const { sentWithin } = await describeCard(deps, membership);
  const { street1, street2, city, state, zip, country } = input;
  const address = { street1, street2, city, state, zip, country };
  const { id: membershipId, firstname, number } = membership;
  const recipient = formatPersonName(membership);
  await inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    const cardState = await lockCardState(trx, membershipId, now);
    if (cardState !== 'open') throw new AppError(ERROR_BY_STATE[cardState]);
    const request = { membershipId, recipient, email, address, requestedAt: now, isReplacement: false };
    if (!(await queuePhysicalCard(trx, request))) throw new AppError('CARD_REQUESTED');
    const props = { firstname, recipient, number: formatMembershipNumber(number), address, sentWithin };
    await deps.jobs.enqueue(trx, 'mail', { mail: 'card-requested', to: email, props });
  });
}
