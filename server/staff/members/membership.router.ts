import type { Trx } from '#db/client.ts';
import { sendClaimLink } from '../../domains/checkout/claim-link.service.ts';
import { findMembershipEmail } from '../../domains/checkout/membership-contact.service.ts';
import { queueCardForMember } from '../../domains/checkout/physical-card/staff-card.service.ts';
import { planRefund, refundCase } from '../../domains/checkout/repair/refund-case.service.ts';
import { endMembership } from '../../domains/memberships/cancellation.service.ts';
import { correctHolderName } from '../../domains/memberships/holder-name.service.ts';
import { extendMembership } from '../../domains/memberships/membership-grant.service.ts';
import { isCurrent } from '../../domains/memberships/membership-state.shared.ts';
import { describeCard } from '../../domains/memberships/physical-card/physical-card.service.ts';
import { getStateLabel } from '../../domains/memberships/state/state-summary.shared.ts';
import { formatDateInWords } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { formatCents } from '../../lib/money.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { correctNameInput } from './member.schema.ts';
import {
  cancelInput,
  extendInput,
  membershipInput,
  refundInput,
  sendCardInput,
  staffMembership,
} from './membership.schema.ts';
import { getStaffMembership, requireBilledMembership } from './membership.service.ts';
import { findPaymentStripeId } from './person-parts.repository.ts';

export const staffMembershipsRouter = router({
  get: staffProcedure
    .input(membershipInput)
    .output(staffMembership)
    .query(({ ctx, input }) => getStaffMembership(ctx, input.id)),

  refund: createAction(refundInput, async ({ deps }, { id, amount, keepsMembership }) => {
    const payment = await findPaymentStripeId(deps.db, id);
    if (!payment) throw new AppError('NOT_FOUND');
    // Payments that early releases recorded have no payment intent, so refund their purchase's newest charge.
    const caseId = payment.providerPaymentId ?? payment.purchaseId;
    const refund = await planRefund(deps, caseId, { amountCents: amount, keepsMembership });
    const keptCents = refund.remainingCents - refund.amountCents;
    return {
      effects: [
        `${formatCents(refund.amountCents)} goes back to the card that paid.`,
        keptCents > 0
          ? `${formatCents(keptCents)} of the payment is kept.`
          : 'The payment is then fully refunded.',
        refund.endsPlan
          ? 'What it paid for ends now, and nothing more will be charged. The member gets an email.'
          : 'The membership continues, with its renewals.',
        'Commissions for the refunded amount are reversed.',
      ],
      state: refund.charge.id,
      perform: (by) => refundCase(deps, refund, by),
      done: `Refunded ${formatCents(refund.amountCents)}.`,
    };
  }),

  cancel: createAction(cancelInput, async ({ deps }, { id, when }) => {
    const { membership, subscription } = await requireBilledMembership(deps, id);
    if (membership.isEmployeeCard) {
      throw new AppError('NOT_ALLOWED', { message: 'A company pays for this card. Change it in Companies.' });
    }
    if (!isCurrent(membership, deps.now())) {
      throw new AppError('MEMBERSHIP_INVALID', { message: 'This membership has already ended.' });
    }
    const isCanceled = subscription.canceledAt !== null;
    if (when === 'period-end' && isCanceled) {
      throw new AppError('MEMBERSHIP_INVALID', { message: 'This membership is already canceled.' });
    }
    const { owedCents, expiresAt } = subscription;
    const isImmediate = when === 'now';
    const email = await findMembershipEmail(deps.db, membership);
    return {
      effects: [
        isImmediate || owedCents > 0
          ? `${formatMembershipNumber(membership.number)} ends now, and its card no longer works.`
          : `The card works until ${formatDateInWords(membership.periodEnd)}, then ends on its own.`,
        ...(owedCents > 0 ? [`The open bill of ${formatCents(owedCents)} is voided.`] : []),
        'Nothing more will be charged. Canceling doesn’t return any money. To do that, refund a payment.',
        ...(membership.isCompanyPlan ? ['All cards of the company end with it.'] : []),
        `${email} gets an email.`,
      ],
      // Compare only these columns, because a webhook may update the others without changing the effects.
      state: { isCanceled, expiresAt, periodEnd: membership.periodEnd },
      perform: (by) => {
        const change = {
          before: getStateLabel(membership, 'staff', deps.now()),
          after: isImmediate ? 'ended' : 'ends with its period',
        };
        const entry = { ...by, action: 'membership.cancel', subject: `membership:${id}`, change } as const;
        const onSave = (trx: Trx) => recordAudit(trx, { ...entry, at: deps.now() });
        return endMembership(deps, membership, { email, isImmediate, onSave });
      },
      done: isImmediate ? 'The membership has ended.' : 'The membership is canceled.',
    };
  }),

  extend: createAction(extendInput, async ({ deps }, { id, days }) => {
    const { membership, subscription } = await requireBilledMembership(deps, id);
    const { expiresAt } = subscription;
    const start = Math.max(expiresAt.getTime(), deps.now().getTime());
    const until = new Date(start + days * 86_400_000);
    const email = await findMembershipEmail(deps.db, membership);
    return {
      effects: [
        `The membership expires on ${formatDateInWords(until)} instead of ${formatDateInWords(expiresAt)}.`,
        'There’s no charge for it. Renewals are charged on their usual days.',
        ...(membership.isCompanyPlan ? ['All cards of the company are extended.'] : []),
        `${email} gets an email.`,
      ],
      perform: (by) => extendMembership(deps, { number: membership.number, days, expiresAt, email }, by),
      done: (after) => `The membership expires on ${formatDateInWords(after)}.`,
    };
  }),

  correctName: createAction(correctNameInput, async ({ deps }, { id, previous, ...name }) => {
    const { membership } = await requireBilledMembership(deps, id);
    if (membership.firstname !== previous.firstname || membership.lastname !== previous.lastname) {
      throw new AppError('CHANGED_SINCE');
    }
    const before = formatPersonName(previous);
    return {
      effects: [
        `The name on the card changes${before === '' ? '' : ` from ${before}`} to ${formatPersonName(name)}.`,
        'Cards in Apple Wallet and Google Wallet are updated. Printed cards aren’t.',
      ],
      perform: (by) => correctHolderName(deps, { id, previous, name }, by),
      done: `The name on the card is now ${formatPersonName(name)}.`,
    };
  }),

  sendClaim: createAction(membershipInput, async ({ deps }, { id }) => {
    const { membership } = await requireBilledMembership(deps, id);
    if (membership.accountId !== null) throw new AppError('ALREADY_CLAIMED');
    return {
      effects: [
        membership.isEmployeeCard
          ? 'The employee gets a new invitation with a link to claim the card.'
          : `${await findMembershipEmail(deps.db, membership)} gets a new link to claim the membership.`,
        'The links that were sent before keep working. Only the first claim counts.',
      ],
      perform: (by) => sendClaimLink(deps, id, by),
      done: 'The link is on its way.',
    };
  }),

  sendCard: createAction(sendCardInput, async ({ deps }, { id, ...address }) => {
    const { membership } = await requireBilledMembership(deps, id);
    const { state, recipient } = await describeCard(deps, membership);
    if (state === 'requested') throw new AppError('CARD_WAITING');
    if (state === 'closed') throw new AppError('MEMBERSHIP_INVALID');
    const lines = [address.street1, address.street2, address.city, `${address.state} ${address.zip}`];
    return {
      effects: [
        `A card with the number ${formatMembershipNumber(membership.number)} goes into the shipping queue, free of charge.`,
        `It is sent to ${recipient}, ${lines.filter(Boolean).join(', ')}.`,
        `${await findMembershipEmail(deps.db, membership)} gets an email.`,
      ],
      state,
      perform: (by) => queueCardForMember(deps, { membershipId: id, address }, by),
      done: 'The card is in the shipping queue.',
    };
  }),
});
