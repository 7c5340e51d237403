import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
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
