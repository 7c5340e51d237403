import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { getReceipt } from '#server/domains/checkout/receipt/receipt.service.ts';
import { syncSeats } from '#server/domains/memberships/company/company-seats.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { employees, makeCorporatePurchase, makeWatchedCompany } from '#tests/helpers/purchases/company.ts';
import { runLaterReceipts } from '#tests/helpers/purchases/mails.ts';
import { createRandom } from '#tests/helpers/stores/random.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

const COMPANIES = caseCount(4, 500);
const YEARS = 2;
const PHASES_PER_YEAR = 2;
const CONCURRENCY = 4;
const LONG_RUN_MS = 4 * 3_600_000;

type Company = Awaited<ReturnType<typeof makeWatchedCompany>>;

/** Buys cards, sometimes with a promo code for the first year only. */
async function startCompany(seed: number) {
  const random = createRandom(seed);
  const personal = 5 + random.below(3);
  const family = random.below(3);
  const fullCents = personal * 4995 + family * 9990;
  const promo = random.chance(0.4)
    ? await makePromoCode(database.db, { percentOff: null, amountOff: 1500, periods: 1 + random.below(2) })
    : null;
  const company = await makeWatchedCompany(database.db, checkout(), {
    employees: employees(personal, family),
    ...(promo ? { coupon: promo.code, shownTotalCents: fullCents - 1500 } : {}),
  });
  const { providerSubscriptionId } = await checkout().findPurchase(company.purchaseId);
  return { company, random, providerId: String(providerSubscriptionId), log: [`seed ${seed}`] };
}

type History = Awaited<ReturnType<typeof startCompany>>;

const add = ({ company, random }: History) =>
  company.caller.corporate.addSeats(
    makeCorporatePurchase({ employees: employees(random.below(3), 1 + random.below(2)) }),
  );

async function remove({ company, random }: History): Promise<void> {
  const { cards } = await company.caller.corporate.cards({});
  const { id } = random.pick(cards);
  await company.caller.corporate.removeCard({ membershipId: id }).catch((error: Error) => {
    expect(error.message).toMatch(/^Your plan needs at least 5 cards/);
  });
}

/** Refunds a dollar, or everything that was paid for added cards. */
async function refund({ company, random }: History): Promise<void> {
  const added = await company.purchases();
  const purchaseId = random.pick([company.purchaseId, ...added.map(({ id }) => id)]);
  const charge = (await checkout().listCharges(purchaseId)).at(-1);
  if (!charge) return;
  const isWhole = purchaseId !== company.purchaseId && random.chance(0.5);
  const amount = isWhole ? charge.amount - charge.refunded : 100;
  await checkout().deps.stripe.refunds.create({ charge: charge.id, amount });
  await syncCharge(checkout().deps, charge.id);
}

const EVENTS = { add, remove, refund };

async function runEvents(history: History): Promise<void> {
  for (let count = 0; count < 2; count++) {
    const name = history.random.pick(['add', 'remove', 'remove', 'refund'] as const);
    history.log.push(name);
    await EVENTS[name](history);
    await syncSeats(checkout().deps, history.company.account.id);
  }
}

async function forEach(histories: readonly History[], run: (history: History) => Promise<void>) {
  for (let start = 0; start < histories.length; start += CONCURRENCY) {
    await Promise.all(histories.slice(start, start + CONCURRENCY).map(run));
  }
}

async function readProductName({ pricing }: Stripe.InvoiceLineItem): Promise<string> {
  return (await checkout().deps.stripe.products.retrieve(String(pricing?.price_details?.product))).name;
}

const sortLines = (lines: ReadonlyArray<{ description: string; amountCents: number }>) =>
  lines.toSorted((a, b) => a.description.localeCompare(b.description));

/** The receipt that an invoice must have. */
async function describeInvoice(invoice: Stripe.Invoice) {
  const lines = await Promise.all(
    invoice.lines.data.map(async (line) => {
      const name = await readProductName(line);
      const { quantity, amount } = line;
      return { description: Number(quantity) > 1 ? `${name} × ${quantity}` : name, amountCents: amount };
    }),
  );
  const discounts = invoice.total_discount_amounts ?? [];
  return {
    lines: sortLines(lines),
    discountCents: discounts.reduce((sum, { amount }) => sum + amount, 0),
    totalCents: invoice.amount_paid,
  };
}

async function readReceiptIds(caller: Company['caller']): Promise<string[]> {
  const ids: string[] = [];
  let cursor: Awaited<ReturnType<typeof caller.billing.receipts>>['nextCursor'] = null;
  do {
    const page = await caller.billing.receipts(
      cursor ? { cursor: { ...cursor, at: cursor.at.toISOString() } } : {},
    );
    ids.push(...page.receipts.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
}

async function check({ company, providerId, log }: History): Promise<void> {
  const { account, purchaseId } = company;
  const context = { deps: checkout().deps, account, existingGuestKey: null };
  const receipts = await Promise.all(
    (await readReceiptIds(company.caller)).map((id) => getReceipt(context, { id, key: null })),
  );
  const payments = receipts.filter(({ type }) => type === 'payment').reverse();
  for (const { lines, discount, totalCents } of payments) {
    const sumCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(sumCents - (discount?.amountCents ?? 0), log.join()).toBe(totalCents);
  }
  const invoices = await checkout().deps.stripe.invoices.list({ subscription: providerId, status: 'paid' });
  const ofPlan = payments.filter(({ purchaseNumber }) => purchaseNumber === purchaseId);
  expect(
    ofPlan.map(({ lines, discount, totalCents }) => ({
      lines: sortLines(lines),
      discountCents: discount?.amountCents ?? 0,
      totalCents,
    })),
    log.join(),
  ).toEqual(await Promise.all(invoices.data.toReversed().map(describeInvoice)));
  expect(
    payments.map(({ totalCents }) => totalCents).toSorted((a, b) => a - b),
    log.join(),
  ).toEqual((await company.charged()).toSorted((a, b) => a - b));
  // The emails list what the pages list.
  const mails = checkout()
    .jobs.of('mail')
    .map((mail) => JSON.stringify(mail));
  for (const { purchaseNumber, lines } of payments) {
    const listed = `"lines":${JSON.stringify(lines)}`;
    expect(
      mails.some((mail) => mail.includes(purchaseNumber) && mail.includes(listed)),
      log.join(),
    ).toBe(true);
  }
}

it(
  `[D67] the receipts of ${COMPANIES} companies list what their invoices charged, whatever they added, removed, or got back`,
  async () => {
    now = await checkout().sandbox.control.now();
    const seed = Number(process.env.HISTORY_SEED ?? 67);
    const histories: History[] = [];
    for (let count = 0; count < COMPANIES; count++) {
      histories.push(await startCompany(seed * 10_000 + count));
    }
    for (let year = 0; year < YEARS; year++) {
      for (let phase = 0; phase < PHASES_PER_YEAR; phase++) {
        await forEach(histories, runEvents);
        now = await checkout().sandbox.control.advance({ days: 100 });
      }
      now = await checkout().sandbox.control.advance({ days: 170 });
      await forEach(histories, async ({ providerId }) => {
        await syncSubscription(checkout().deps, providerId);
      });
      await runLaterReceipts(checkout());
      await forEach(histories, check);
    }
  },
  LONG_RUN_MS,
);
