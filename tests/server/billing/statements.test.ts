import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startOfBusinessDate } from '#server/lib/dates.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { testReceipts } from '#tests/helpers/purchases/receipt-list.ts';

const { database, checkout, advance, buyAsMember, readReceipts, findCharge, refund } = testReceipts();

const csvRows = z.array(z.object({ Receipt: z.string(), Description: z.string(), Amount: z.string() }));

async function download(account: TestAccount | null, year: number, format: 'csv' | 'pdf') {
  const visitor = await checkout().visitor(account);
  return visitor.get(`/api/statement?year=${year}&format=${format}`);
}

async function readCsv(account: TestAccount, year: number) {
  const response = await download(account, year, 'csv');
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="everything-card-${year}.csv"`,
  });
  return csvRows.parse(parse(response.rawPayload, { columns: true, bom: true }));
}

async function readYears(account: TestAccount): Promise<number[]> {
  const visitor = await checkout().visitor(account);
  return z.array(z.int()).parse((await visitor.trpc('query', 'billing.statementYears')).data);
}

/** A member for over a year, whose first payment was refunded in part. */
async function makePayer() {
  const payer = await buyAsMember();
  await refund(await findCharge(payer.purchaseId), 500);
  for (let month = 1; month <= 13; month++) await advance({ months: 1 });
  await payer.sync();
  return payer;
}

describe('the statements of an account', () => {
  it('have every receipt of their year in one file, with the amounts that were paid and returned', async () => {
    const { account } = await makePayer();
    const receipts = await readReceipts(account);
    const years = await readYears(account);
    expect(years.length).toBeGreaterThanOrEqual(2);
    const listed = [];
    for (const year of years) {
      const statement = await readCsv(account, year);
      const [start, end] = [startOfBusinessDate(`${year}-01-01`), startOfBusinessDate(`${year + 1}-01-01`)];
      const ofYear = receipts.filter(({ at }) => new Date(at) >= start && new Date(at) < end);
      const numbers = ofYear.map(({ receiptNumber }) => receiptNumber);
      expect(statement.map((row) => row.Receipt)).toEqual(numbers.toReversed());
      listed.push(...statement);
    }
    const cents = (amount: string | undefined) => Math.round(Number(amount) * 100);
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    expect(sum(listed.map((row) => cents(row.Amount)))).toBe(
      sum(receipts.map(({ amountCents }) => amountCents)),
    );
    expect(listed).toContainEqual(
      expect.objectContaining({ Amount: '-5.00', Description: expect.stringMatching(/^Refund: /) }),
    );
  });

  it('are PDFs that list the receipts and contain each of them', async () => {
    const { account } = await makePayer();
    const years = await readYears(account);
    const statements = await Promise.all(
      years.map(async (year) => ({ year, rows: await readCsv(account, year) })),
    );
    const refundYear = statements.find((statement) => statement.rows.some((row) => row.Amount === '-5.00'));
    if (!refundYear) throw new Error('no refund');
    const response = await download(account, refundYear.year, 'pdf');
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
    });
    const pdf = await getDocumentProxy(new Uint8Array(response.rawPayload));
    const { text } = await extractText(pdf, { mergePages: false });
    const [summary = '', ...receiptPages] = text.map((page) => page.replace(/\s+/g, ' '));
    expect(summary).toContain(`Statement for ${refundYear.year}`);
    expect(summary).toContain('Returned to you');
    expect(receiptPages).toHaveLength(refundYear.rows.length);
    refundYear.rows.forEach(({ Receipt }, i) => {
      expect(summary).toContain(Receipt);
      expect(receiptPages[i]).toContain(Receipt);
    });
  });

  it('are not found for a year without receipts, and for anyone else', async () => {
    const { account } = await buyAsMember();
    const [year = 0] = await readYears(account);
    expect((await download(account, year - 1, 'csv')).statusCode).toBe(404);
    const stranger = await makeAccount(database.db);
    expect(await readYears(stranger)).toEqual([]);
    expect((await download(stranger, year, 'pdf')).statusCode).toBe(404);
    expect((await download(null, year, 'pdf')).statusCode).toBe(401);
    const visitor = await checkout().visitor(account);
    for (const query of ['', '?year=', '?year=x', '?year=1e99', `?year=${year}&format=exe`]) {
      expect((await visitor.get(`/api/statement${query}`)).statusCode).toBe(400);
    }
  });
});
