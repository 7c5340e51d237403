import { inTransaction } from '#db/client.ts';
import type { Context } from '../../context.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
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

/** The state of a membership's printed card, for whoever may order it (SPEC section 2, Request physical card). */
export async function getCardRequest(ctx: CallContext, input: CardHolderInput): Promise<CardView> {
  const { membership } = await requireOwnCard(ctx, input);
  return describeCard(ctx.deps, membership);
}

const REFUSALS = {
  requested: 'CARD_REQUESTED',
  sent: 'CARD_REQUESTED',
  closed: 'MEMBERSHIP_INVALID',
} as const satisfies Record<Exclude<CardState, 'open'>, ErrorCode>;

/**
 * Puts a membership's first card into the shipping queue, free and once, from however many tabs (DESIGN D29):
 * CARD_REQUESTED, MEMBERSHIP_INVALID where it is not active, MEMBERSHIP_NOT_FOUND.
 */
export async function requestCard(ctx: CallContext, input: CardRequestInput): Promise<void> {
  const { deps } = ctx;
  const { membership, email } = await requireOwnCard(ctx, input);
  const { sentWithin } = await describeCard(deps, membership);
  const { street1, street2, city, state, zip, country } = input;
  const address = { street1, street2, city, state, zip, country };
  const { id: membershipId, firstname, number } = membership;
  const recipient = `${firstname} ${membership.lastname}`;
  await inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    const standing = await lockCardState(trx, membershipId, now);
    if (standing !== 'open') throw new AppError(REFUSALS[standing]);
    const request = { membershipId, recipient, email, address, requestedAt: now, isReplacement: false };
    if (!(await queuePhysicalCard(trx, request))) throw new AppError('CARD_REQUESTED');
    const props = { firstname, recipient, number: formatMembershipNumber(number), address, sentWithin };
    await deps.jobs.enqueue(trx, 'mail', { mail: 'card-requested', to: email, props });
  });
}
