import type { PersonName } from '../../domains/accounts/profile/profile.schema.ts';
import { sendClaimLink } from '../../domains/checkout/claim-link.service.ts';
import { findMembershipEmail } from '../../domains/checkout/membership-contact.service.ts';
import { queueCardForMember } from '../../domains/checkout/physical-card/staff-card.service.ts';
import { planRefund, refundCase } from '../../domains/checkout/repair/refund-case.service.ts';
import { endMembership } from '../../domains/memberships/cancellation.service.ts';
import { correctHolderName } from '../../domains/memberships/holder-name.service.ts';
import { extendMembership } from '../../domains/memberships/membership-grant.service.ts';
import { getStateLabel, isCurrent } from '../../domains/memberships/membership-state.shared.ts';
import type { CardAddress } from '../../domains/memberships/physical-card/physical-card.schema.ts';
import { describeCard } from '../../domains/memberships/physical-card/physical-card.service.ts';
import { formatDateInWords } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { formatCents } from '../../lib/money.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit, type StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { requireBilledMembership } from './membership.service.ts';
import { findPaymentStripeId } from './person-parts.repository.ts';

interface Refund {
  /** The id of our payment. */
  id: string;
  amount: number | null;
  keepsMembership: boolean;
}

async function requireCharge({ db }: Deps, id: string): Promise<string> {
  const payment = await findPaymentStripeId(db, id);
  if (!payment) throw new AppError('NOT_FOUND');
  // Payments that early releases recorded have no payment intent, so refund their purchase's newest charge.
  return payment.providerPaymentId ?? payment.purchaseId;
}

export async function previewRefund(deps: Deps, { id, amount, keepsMembership }: Refund) {
  const options = { amountCents: amount, keepsMembership };
  const plan = await planRefund(deps, await requireCharge(deps, id), options);
  const keptCents = plan.remainingCents - plan.amountCents;
  return {
    effects: [
      `${formatCents(plan.amountCents)} goes back to the card that paid.`,
      keptCents > 0
        ? `${formatCents(keptCents)} of the payment is kept.`
        : 'The payment is then fully refunded.',
      plan.endsPlan
        ? 'What it paid for ends now, and nothing more will be charged. The member gets an email.'
        : 'The membership continues, with its renewals.',
      'Commissions for the refunded amount are reversed.',
    ],
    state: plan,
  };
}

export async function refund(
  deps: Deps,
  { id, amount, keepsMembership }: Refund,
  by: StaffAuthor,
): Promise<string> {
  const options = { ...by, amountCents: amount, keepsMembership };
  const { amountCents } = await refundCase(deps, await requireCharge(deps, id), options);
  return `Refunded ${formatCents(amountCents)}.`;
}

interface Cancellation {
  id: string;
  when: 'period-end' | 'now';
}

export async function previewCancellation(deps: Deps, { id, when }: Cancellation) {
  const { membership, subscription } = await requireCancelable(deps, { id, when });
  const expires = formatDateInWords(membership.periodEnd);
  const isOwed = subscription.owedCents > 0;
  const endsNow = when === 'now' || isOwed;
  return {
    effects: [
      endsNow
        ? `${formatMembershipNumber(membership.number)} ends now, and its card no longer works.`
        : `The card works until ${expires}, then ends on its own.`,
      ...(isOwed ? [`The open bill of ${formatCents(subscription.owedCents)} is voided.`] : []),
      'Nothing more will be charged. Canceling doesn’t return any money. To do that, refund a payment.',
      ...(membership.isCompanyPlan ? ['All cards of the company end with it.'] : []),
      `${await findMembershipEmail(deps.db, membership)} gets an email.`,
    ],
    // Compare only these columns, because a webhook may update the others without changing the effects.
    state: {
      isCanceled: subscription.canceledAt !== null,
      owedCents: subscription.owedCents,
      expiresAt: subscription.expiresAt,
      periodEnd: membership.periodEnd,
    },
  };
}

async function requireCancelable(deps: Deps, { id, when }: Cancellation) {
  const billedMembership = await requireBilledMembership(deps, id);
  const { membership, subscription } = billedMembership;
  if (membership.isEmployeeCard) {
    throw new AppError('NOT_ALLOWED', { message: 'A company pays for this card. Change it in Companies.' });
  }
  if (!isCurrent(membership, deps.now())) {
    throw new AppError('MEMBERSHIP_INVALID', { message: 'This membership has already ended.' });
  }
  if (when === 'period-end' && subscription.canceledAt) {
    throw new AppError('MEMBERSHIP_INVALID', { message: 'This membership is already canceled.' });
  }
  return billedMembership;
}

export async function cancel(deps: Deps, { id, when }: Cancellation, by: StaffAuthor): Promise<string> {
  const { membership } = await requireCancelable(deps, { id, when });
  const before = getStateLabel(membership, deps.now());
  await endMembership(deps, membership, {
    email: await findMembershipEmail(deps.db, membership),
    isImmediate: when === 'now',
    onSave: (trx) =>
      recordAudit(trx, {
        ...by,
        action: 'membership.cancel',
        subject: `membership:${id}`,
        at: deps.now(),
        change: { before, after: when === 'now' ? 'ended' : 'ends with its period' },
      }),
  });
  return when === 'now' ? 'The membership has ended.' : 'The membership is canceled.';
}

export async function previewExtension(deps: Deps, { id, days }: { id: string; days: number }) {
  const { membership, subscription } = await requireBilledMembership(deps, id);
  const now = deps.now();
  const start = Math.max(subscription.expiresAt.getTime(), now.getTime());
  const until = new Date(start + days * 86_400_000);
  return {
    effects: [
      `The membership expires on ${formatDateInWords(until)} instead of ${formatDateInWords(subscription.expiresAt)}.`,
      'There’s no charge for it. Renewals are charged on their usual days.',
      ...(membership.isCompanyPlan ? ['All cards of the company are extended.'] : []),
    ],
    state: { expiresAt: subscription.expiresAt },
  };
}

export async function extend(
  deps: Deps,
  { id, days }: { id: string; days: number },
  by: StaffAuthor,
  { expiresAt }: { expiresAt: Date },
): Promise<string> {
  const { number } = (await requireBilledMembership(deps, id)).membership;
  const after = await extendMembership(deps, { number, days, expiresAt }, by);
  return `The membership expires on ${formatDateInWords(after)}.`;
}

type NameCorrection = PersonName & { id: string; previous: PersonName };

export async function previewName(deps: Deps, { id, firstname, lastname, previous }: NameCorrection) {
  const { membership } = await requireBilledMembership(deps, id);
  if (membership.firstname !== previous.firstname || membership.lastname !== previous.lastname) {
    throw new AppError('CHANGED_SINCE');
  }
  const before = `${previous.firstname} ${previous.lastname}`.trim();
  return {
    effects: [
      `The name on the card changes${before === '' ? '' : ` from ${before}`} to ${firstname} ${lastname}.`,
      'Cards in Apple Wallet and Google Wallet are updated. Printed cards aren’t.',
    ],
    state: previous,
  };
}

export async function correctName(
  deps: Deps,
  { id, previous, firstname, lastname }: NameCorrection,
  by: StaffAuthor,
): Promise<string> {
  await correctHolderName(deps, { id, previous, name: { firstname, lastname } }, by);
  return `The name on the card is now ${firstname} ${lastname}.`;
}

export async function previewClaimLink(deps: Deps, id: string) {
  const { membership } = await requireBilledMembership(deps, id);
  if (membership.accountId !== null) throw new AppError('ALREADY_CLAIMED');
  return {
    effects: [
      membership.isEmployeeCard
        ? 'The employee gets a new invitation with a link to claim the card.'
        : `${await findMembershipEmail(deps.db, membership)} gets a new link to claim the membership.`,
      'The links that were sent before keep working. Only the first claim counts.',
    ],
    state: { accountId: membership.accountId },
  };
}

export async function resendClaimLink(deps: Deps, id: string, by: StaffAuthor): Promise<string> {
  await sendClaimLink(deps, id, by);
  return 'The link is on its way.';
}

type SentCard = CardAddress & { id: string };

export async function previewCard(deps: Deps, { id, ...address }: SentCard) {
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
    state: { state, recipient },
  };
}

export async function sendCard(deps: Deps, { id, ...address }: SentCard, by: StaffAuthor): Promise<string> {
  await queueCardForMember(deps, { membershipId: id, address }, by);
  return 'The card is in the shipping queue.';
}
