import type { Db } from '#db/client.ts';
import type { Purchase } from '../../domains/checkout/purchase/purchase.schema.ts';
import {
  listRepairs,
  listSubjects,
  type PurchaseFile,
  readPurchaseFile,
} from '../../domains/checkout/repair/purchase-file.service.ts';
import { FINDING_REMEDIES, FINDING_TEXTS } from '../../domains/reconciliation/finding.schema.ts';
import { findLastReconciliation } from '../../domains/reconciliation/nightly-reconciliation.service.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { formatCents } from '../../lib/money.ts';
import { describeCard } from '../../lib/payment-card.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { TimelineEntry } from '../kit/timeline.schema.ts';
import { mergeTimelines, readAuditTimeline, recordOpened } from '../kit/timeline.service.ts';
import { staffPath } from '../sections.shared.ts';
import type { PurchaseDetail, ReconciliationReport } from './purchase.schema.ts';

/** Returns everything that we and Stripe have about a purchase. Throws RepairRefused for an unknown id. */
export async function readPurchaseDetail(ctx: AccountContext, id: string): Promise<PurchaseDetail> {
  const file = await readPurchaseFile(ctx.deps, id);
  const { purchase, sales } = file;
  await recordOpened(ctx, purchase ? `purchase:${purchase.id}` : `stripe:${id}`);
  const auditTimeline = await readAuditTimeline(ctx.deps.db, listSubjects(file));
  return {
    purchase: purchase ? describePurchase(purchase) : null,
    lines: purchase?.quote.lines ?? [],
    cart: purchase ? listFields(purchase.cart) : [],
    charges: file.charges.flatMap(({ sale, charges }) =>
      charges.map(({ createdAt, ...charge }) => ({ ...charge, at: createdAt, sale: sale.id })),
    ),
    sales,
    payments: file.payments.map(
      ({ id: paymentId, providerInvoiceId, amountCents, refundedCents, paidAt }) => ({
        id: paymentId,
        invoice: providerInvoiceId,
        at: paidAt,
        amountCents,
        returnedCents: refundedCents,
      }),
    ),
    memberships: file.memberships.map(({ number, periodEnd, ...membership }) => ({
      ...membership,
      number: formatMembershipNumber(number),
      until: periodEnd,
    })),
    postings: file.postings.map(({ occurredAt, kind, account, amountCents }, index) => ({
      id: String(index),
      at: occurredAt,
      entry: toTitle(kind),
      account,
      amountCents,
    })),
    mails: file.mails.map(({ mail, state, createdAt }, index) => ({
      id: String(index),
      at: createdAt,
      mail: toTitle(mail),
      state: MAIL_STATES[state] ?? state,
    })),
    timeline: mergeTimelines(listEvents(file), auditTimeline),
    repairs: listRepairs(file),
  };
}

function describePurchase(purchase: Purchase): NonNullable<PurchaseDetail['purchase']> {
  const { cardBrand, cardLast4, failureCode, failureMessage } = purchase;
  const { id, kind, status, attempt, totalCents, email, accountId, promoCode } = purchase;
  const { createdAt, attemptStartedAt, settledAt } = purchase;
  return {
    ...{ id, kind, status, attempt, totalCents, email, accountId, promoCode },
    ...{ createdAt, attemptStartedAt, settledAt },
    card: cardLast4 === null ? null : describeCard({ brand: cardBrand ?? '', last4: cardLast4 }),
    failure: failureMessage === null ? null : `${failureMessage} (${failureCode})`,
  };
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Returns the leaves of a JSON value, with names such as 'Members 1: first name'. Omits ids, including the
 * plan's, because the lines name the plan.
 */
function listFields(value: unknown, path: readonly string[] = []): PurchaseDetail['cart'] {
  if (value === null || value === undefined || value === '' || path.at(-1) === 'plan') return [];
  if (typeof value === 'string' && UUID.test(value)) return [];
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, part]) => listFields(part, [...path, key]));
  }
  const text = typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
  return [{ field: describePath(path), value: text }];
}

const COMPOUNDS: Readonly<Record<string, string>> = {
  firstname: 'first name',
  lastname: 'last name',
  email: 'email',
  street1: 'street',
  street2: 'apartment',
  zip: 'ZIP code',
};

function describePath(path: readonly string[]): string {
  const words = path.map((key) => {
    if (/^\d+$/.test(key)) return String(Number(key) + 1);
    return COMPOUNDS[key] ?? key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  });
  return toTitle(words.join(' ').replace(/ (\d+) (?=\D)/g, ' $1: '));
}

/** For example, returns 'Card sent' for 'card-sent'. */
function toTitle(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

/** Labels for the states of the queue's jobs. */
const MAIL_STATES: Readonly<Record<string, string>> = {
  created: 'Waiting',
  retry: 'Waiting to be sent again',
  active: 'Being sent',
  completed: 'Sent',
  cancelled: 'Canceled',
  failed: 'Failed',
};

function listEvents({ purchase, charges, payments, mails, postings }: PurchaseFile): TimelineEntry[] {
  const event = (at: Date, title: string, detail: string | null = null): TimelineEntry => ({
    at,
    title,
    detail,
    by: null,
    path: null,
  });
  const attempts = purchase
    ? [
        event(purchase.createdAt, 'Purchase started', formatCents(purchase.totalCents)),
        ...(purchase.attempt > 1
          ? [event(purchase.attemptStartedAt, `Attempt ${purchase.attempt} started`)]
          : []),
        ...(purchase.settledAt ? [event(purchase.settledAt, `Purchase ${purchase.status}`)] : []),
        ...(purchase.failureMessage
          ? [event(purchase.heartbeatAt, 'Attempt failed', purchase.failureMessage)]
          : []),
      ]
    : [];
  return [
    ...attempts,
    ...charges.flatMap((sale) =>
      sale.charges.map(({ createdAt, status, amountCents, id }) =>
        event(createdAt, `Charge ${status}`, `${formatCents(amountCents)}, ${id}`),
      ),
    ),
    ...payments.map(({ paidAt, amountCents, providerInvoiceId }) =>
      event(paidAt, 'Payment recorded', `${formatCents(amountCents)}, ${providerInvoiceId}`),
    ),
    ...postings
      .filter(({ account }) => account === 'Refunds' || account === 'Disputes')
      .map(({ occurredAt, kind, amountCents }) =>
        event(occurredAt, `Posted: ${kind}`, formatCents(amountCents)),
      ),
    ...mails.map(({ createdAt, mail, state }) =>
      event(createdAt, `Email: ${toTitle(mail)}`, MAIL_STATES[state] ?? state),
    ),
  ];
}

/** Returns the findings of the last comparison with Stripe, with what to do about each. */
export async function readReconciliation(db: Db): Promise<ReconciliationReport> {
  const lastComparison = await findLastReconciliation(db);
  if (!lastComparison) return { last: null, findings: [] };
  const { from, to, finishedAt, findings } = lastComparison;
  return {
    last: { from, to, finishedAt },
    findings: findings.map((finding) => ({
      ...finding,
      meaning: FINDING_TEXTS[finding.kind],
      remedy: FINDING_REMEDIES[finding.kind].text,
      path: finding.id.startsWith('txn_') ? null : staffPath('purchases', finding.id),
    })),
  };
}
