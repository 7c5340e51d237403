import type { Db } from '#db/client.ts';
import type { Purchase } from '../../checkout/purchase/purchase.schema.ts';
import {
  listRepairs,
  listSubjects,
  type PurchaseFile,
  readPurchaseFile,
} from '../../checkout/repair/purchase-file.service.ts';
import type { AccountContext } from '../../context.ts';
import { formatCents } from '../../lib/money.ts';
import { FINDING_REMEDIES, FINDING_TEXTS } from '../../reconciliation/finding.schema.ts';
import { findLastReconciliation } from '../../reconciliation/nightly-reconciliation.service.ts';
import type { TimelineEntry } from '../kit/timeline.schema.ts';
import { mergeTimelines, readAuditTimeline, recordOpened } from '../kit/timeline.service.ts';
import { staffPath } from '../sections.shared.ts';
import type { PurchaseDetail, ReconciliationReport } from './purchase.schema.ts';

/** Returns everything that we and Stripe have about a purchase. Throws RepairRefused for an unknown id. */
export async function readPurchaseDetail(ctx: AccountContext, id: string): Promise<PurchaseDetail> {
  const file = await readPurchaseFile(ctx.deps, id);
  const { purchase, sales } = file;
  await recordOpened(ctx, purchase ? `purchase:${purchase.id}` : `stripe:${id}`);
  const audit = await readAuditTimeline(ctx.deps.db, listSubjects(file));
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
    memberships: file.memberships.map(({ periodEnd, ...membership }) => ({
      ...membership,
      until: periodEnd,
    })),
    postings: file.postings.map(({ occurredAt, kind, account, amountCents }, index) => ({
      id: String(index),
      at: occurredAt,
      entry: kind,
      account,
      amountCents,
    })),
    mails: file.mails.map(({ mail, state, createdAt }, index) => ({
      id: String(index),
      at: createdAt,
      mail,
      state,
    })),
    timeline: mergeTimelines(listEvents(file), audit),
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
    card: cardLast4 === null ? null : `${cardBrand ?? 'Card'} ${cardLast4}`,
    failure: failureMessage === null ? null : `${failureMessage} (${failureCode})`,
  };
}

/** Returns the leaves of a JSON value, such as 'members.0.name'. */
function listFields(value: unknown, path = ''): PurchaseDetail['cart'] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'object') return [{ field: path, value: String(value) }];
  return Object.entries(value).flatMap(([key, part]) =>
    listFields(part, path === '' ? key : `${path}.${key}`),
  );
}

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
    ...mails.map(({ createdAt, mail, state }) => event(createdAt, `E-mail: ${mail}`, state)),
  ];
}

/** Returns what the last comparison with Stripe found, with what to do about it. */
export async function readReconciliation(db: Db): Promise<ReconciliationReport> {
  const last = await findLastReconciliation(db);
  if (!last) return { last: null, findings: [] };
  const { from, to, finishedAt, findings } = last;
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
