import type { Db } from '#db/client.ts';
import type { SuppressionReason } from '#db/tables/content.ts';
import { quote } from '../../domains/catalog/quote.schema.ts';
import { textTitles } from '../../domains/content/text-titles.shared.ts';
import { describePayment, storedLines } from '../../domains/payments/billed-line.schema.ts';
import { formatCents } from '../../lib/money.ts';
import { describeCard } from '../../lib/payment-card.ts';
import type { Deps } from '../../platform/deps.ts';
import { listMailsTo, type MailRecord } from '../../platform/jobs/mail-record.service.ts';
import { findReasons } from '../../platform/mails/suppression.repository.ts';
import type { TimelineEntry } from '../kit/timeline.schema.ts';
import { mergeTimelines, readAuditTimeline } from '../kit/timeline.service.ts';
import { staffPath } from '../sections.shared.ts';
import {
  findAgreements,
  findCardRequests,
  findPayments,
  MAX_ROWS,
  type Owner,
} from './person-parts.repository.ts';
import type { MailRow, PaymentRow } from './person-parts.schema.ts';

interface Person {
  owner: Owner;
  email: string;
  membershipIds: readonly string[];
  /** The audit log's subjects, except for the memberships and emails. */
  subjects: readonly string[];
  events: TimelineEntry[];
}

/** Reads what the pages of members and memberships share. */
export async function readHistory(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { owner, email, membershipIds, subjects, events }: Person,
) {
  const { db } = deps;
  const [payments, agreements, mails, reasons, cards] = await Promise.all([
    listPayments(db, owner),
    findAgreements(db, owner),
    listMailsTo(deps, email, MAX_ROWS),
    findReasons(db, email),
    findCardRequests(db, membershipIds),
  ]);
  const auditEntries = await readAuditTimeline(db, [
    ...subjects,
    ...membershipIds.map((id) => `membership:${id}`),
    ...mails.flatMap(({ id }) => [`mail:${id}`, `job:${id}`]),
  ]);
  return {
    payments,
    agreements: agreements.map((row) => ({ ...row, contract: TEXT_TITLES[row.contract] ?? row.contract })),
    mails: mails.map(toMailRow),
    suppressions: reasons.map((reason) => SUPPRESSIONS[reason]),
    timeline: mergeTimelines(
      auditEntries,
      events,
      payments.flatMap(toPaymentEvents),
      cards.flatMap(toCardEvents),
    ),
  };
}

const TEXT_TITLES: Readonly<Record<string, string>> = textTitles;

async function listPayments(db: Db, owner: Owner): Promise<PaymentRow[]> {
  const rows = await findPayments(db, owner);
  return rows.map(({ quote: purchaseQuote, planQuote, lines, brand, last4, isFirst, ...row }) => ({
    ...row,
    description: describePayment({
      lines: storedLines.parse(lines),
      quote: quote.parse(planQuote ?? purchaseQuote),
      isFirst: Boolean(isFirst),
    }),
    card: brand && last4 && row.amountCents > 0 ? describeCard({ brand, last4 }) : null,
  }));
}

const MAIL_STATES: Record<MailRecord['state'], string> = {
  sent: 'Sent',
  refused: 'Refused by the mail server',
  suppressed: 'Not sent: the address is suppressed',
  waiting: 'Waiting',
  failed: 'Failed',
};

const SUPPRESSIONS: Record<SuppressionReason, string> = {
  rejected: 'The mail server rejected this address.',
  staff: 'Staff suppressed this address.',
  unsubscribed: 'Unsubscribed from the newsletter.',
  'no-shipping-notices': 'Turned off shipping notices.',
  'no-renewal-receipts': 'Turned off receipts of renewals.',
};

function toMailRow({ id, mail, subject, state, at }: MailRecord): MailRow {
  return { id, mail: mail ?? '', subject, state: MAIL_STATES[state], at, canResend: state !== 'waiting' };
}

export function toEvent(at: Date, title: string, more: Partial<TimelineEntry> = {}): TimelineEntry {
  return { at, title, detail: null, by: null, path: null, ...more };
}

function toPaymentEvents({ paidAt, amountCents, refundedCents, description, purchaseId }: PaymentRow) {
  const path = staffPath('purchases', purchaseId);
  const refunded = refundedCents > 0 ? `. ${formatCents(refundedCents)} went back since` : '';
  return [toEvent(paidAt, `Paid ${formatCents(amountCents)}`, { detail: `${description}${refunded}`, path })];
}

function toCardEvents({
  requestedAt,
  sentAt,
  isReplacement,
  recipient,
}: Awaited<ReturnType<typeof findCardRequests>>[number]): TimelineEntry[] {
  const detail = `To ${recipient}`;
  const card = isReplacement ? 'replacement card' : 'physical card';
  return [
    toEvent(requestedAt, `Ordered a ${card}`, { detail }),
    ...(sentAt ? [toEvent(sentAt, `The ${card} was shipped`, { detail })] : []),
  ];
}
