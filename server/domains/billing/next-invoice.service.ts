import type { Db } from '#db/client.ts';
import { listPlans } from '../catalog/plan.service.ts';
import { formatQuoteLine, getNextChargeCents } from '../catalog/price.shared.ts';
import { getCompanyStanding } from '../memberships/company/company.service.ts';
import { listBilled } from './billing.service.ts';
import { findRenewalTerms, type RenewalTerms } from './next-invoice.repository.ts';
import type { NextInvoice } from './next-invoice.schema.ts';

type Lines = NextInvoice['lines'];

type BilledEntry = Awaited<ReturnType<typeof listBilled>>[number];

/** Returns an account's next invoices, earliest first. */
export async function listNextInvoices(db: Db, accountId: string, now: Date): Promise<NextInvoice[]> {
  return describeNextInvoices(db, await listBilled(db, accountId, now), accountId, now);
}

/**
 * Describes the next invoice of each subscription. A subscription that was canceled or owes a payment has
 * none. The amounts come from our catalog and the purchase (D44), which also determine what Stripe will
 * charge. `accountId` is null for a guest.
 */
export async function describeNextInvoices(
  db: Db,
  billed: readonly BilledEntry[],
  accountId: string | null,
  now: Date,
): Promise<NextInvoice[]> {
  const renewingSubscriptions = billed.flatMap(({ nextChargeAt, ...rest }) =>
    nextChargeAt ? [{ ...rest, at: nextChargeAt }] : [],
  );
  const terms = await findRenewalTerms(
    db,
    renewingSubscriptions.map(({ id }) => id),
  );
  const company =
    accountId && renewingSubscriptions.length > 0 ? await findCompanyLines(db, accountId, now) : null;
  return renewingSubscriptions.flatMap(({ id, name, at, card }) => {
    const ownTerms = terms.get(id);
    if (!ownTerms) return [];
    const lines = company?.subscriptionId === id ? company.lines : listRecurringLines(ownTerms);
    const fullCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const discount = getDiscount(ownTerms, fullCents);
    const totalCents = fullCents - (discount?.amountCents ?? 0);
    return [{ subscriptionId: id, name, at, lines, discount, totalCents, card }];
  });
}

/**
 * Returns the lines of a company's next invoice, or null for other accounts. A company pays for all its
 * cards, including those added since the purchase.
 */
async function findCompanyLines(
  db: Db,
  accountId: string,
  now: Date,
): Promise<{ subscriptionId: string; lines: Lines } | null> {
  const standing = await getCompanyStanding(db, accountId, now);
  if (!standing) return null;
  const names = new Map((await listPlans(db)).map((plan) => [plan.id, plan.orderSummaryName]));
  const lines = standing.seats.map(({ planId, quantity, yearlyCents }) => ({
    description: formatQuoteLine({ description: names.get(planId) ?? '', quantity }),
    amountCents: quantity * yearlyCents,
  }));
  return { subscriptionId: standing.membership.subscriptionId, lines };
}

function listRecurringLines({ quote }: RenewalTerms): Lines {
  return quote.lines
    .filter(({ recurring }) => recurring)
    .map((line) => ({ description: formatQuoteLine(line), amountCents: line.amountCents }));
}

/** Returns the promo code's discount. It is the amount in the quote, even if cards were added since. */
function getDiscount({ quote, paidPeriods }: RenewalTerms, fullCents: number): NextInvoice['discount'] {
  const amountCents = Math.min(fullCents, quote.recurringCents - getNextChargeCents(quote, paidPeriods));
  return quote.promo && amountCents > 0 ? { code: quote.promo.code, amountCents } : null;
}
