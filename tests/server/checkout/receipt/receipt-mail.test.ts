import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { getReceipt } from '#server/domains/checkout/receipt/receipt.service.ts';
import type { OutgoingMail } from '#server/platform/integrations/mailer/mailer.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { asInput } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { makeCompanyWithCards } from '#tests/helpers/purchases/company.ts';
import { listMails } from '#tests/helpers/purchases/mails.ts';
import { openQueue } from '../../jobs/test-queue.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

const receiptJob = z.object({
  purchaseId: z.uuid(),
  paidAt: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
  membershipNumber: z.string().length(12),
  membershipId: z.uuid(),
});

test('a purchase requests one receipt, whose job sends one email even if it runs twice', async () => {
  const email = 'receipts@example.com';
  const { purchaseId } = await checkout().caller().checkout.buyCard(makeCardPurchase({ email }));
  const receipts = checkout()
    .jobs.of('receipt')
    .map((job) => receiptJob.parse(job));
  expect(receipts.map((receipt) => receipt.purchaseId)).toEqual([purchaseId]);

  const queue = await openQueue(database);
  const handlers = createJobHandlers({ ...checkout().deps, jobs: queue });
  const jobId = randomUUID();
  for (const receipt of [...receipts, ...receipts]) await handlers.receipt(receipt, jobId);
  const { rows } = await sql<{ data: unknown }>`select data from pgboss.job where name = 'mail'`.execute(
    database.db,
  );
  const recordedMails = listMails(checkout().jobs, email);
  expect(recordedMails).toMatchObject([{ mail: 'receipt', props: { purchaseNumber: purchaseId } }]);
  expect(rows.map(({ data }) => data)).toMatchObject(recordedMails);
});

test('[D68] a purchase keeps the name in Latin letters for the receipt and the card, or uses the account’s', async () => {
  const person = { firstname: '小明', lastname: '王' };
  const account = await makeAccount(database.db, { ...person, latinName: 'Wang Xiaoming' });
  const buy = async (order: Parameters<typeof makeCardPurchase>[0]) => {
    const { purchaseId } = await checkout()
      .caller(account)
      .checkout.buyCard(makeCardPurchase({ ...person, buyAnother: true, ...order }));
    const ctx = { deps: checkout().deps, account, existingGuestKey: null };
    return (await getReceipt(ctx, { id: purchaseId, key: null })).buyer;
  };
  expect(await buy({ latinName: 'Wang X.' })).toMatchObject({ name: '小明 王', latinName: 'Wang X.' });
  expect(await buy({})).toMatchObject({ name: '小明 王', latinName: 'Wang Xiaoming' });
  const stored = await database.db
    .selectFrom('memberships')
    .select('latinName')
    .where('accountId', '=', account.id)
    .orderBy('id')
    .execute();
  expect(stored).toEqual([{ latinName: 'Wang X.' }, { latinName: null }]);
});

test('[D67] the PDF is attached to the receipts of accounts that want it, and of companies from the start', async () => {
  const member = await makeAccount(database.db);
  const guestEmail = `guest-${randomUUID()}@example.com`;
  const { purchaseId } = await makeCompanyWithCards(database.db, checkout());
  const { email: companyEmail } = await checkout().findPurchase(purchaseId);
  const profile = checkout().caller(member).accounts.profile;
  await profile.saveMailPreferences({ ...(await profile.mailPreferences()), receiptPdf: true });
  await checkout()
    .caller(member)
    .checkout.buyCard(makeCardPurchase({ email: member.email }));
  await checkout()
    .caller()
    .checkout.buyCard(makeCardPurchase({ email: guestEmail }));
  const sent: OutgoingMail[] = [];
  const mailer = { isStandIn: true, send: async (mail: OutgoingMail) => void sent.push(mail) };
  const handlers = createJobHandlers({ ...checkout().deps, mailer });
  for (const job of checkout().jobs.of('receipt')) await handlers.receipt(asInput(job), randomUUID());
  for (const to of [member.email, guestEmail, companyEmail]) {
    const mail = listMails(checkout().jobs, to).find((each) => each.mail === 'receipt');
    if (!mail) throw new Error(`no receipt for ${to}`);
    await handlers.mail(asInput(mail), randomUUID());
  }
  const attachments = sent.map((mail) => mail.attachments ?? []);
  expect(attachments).toMatchObject([
    [{ filename: expect.stringMatching(/^receipt-[0-9A-F-]+\.pdf$/), contentType: 'application/pdf' }],
    [],
    [{ contentType: 'application/pdf' }],
  ]);
  expect(attachments[0]?.[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
});
