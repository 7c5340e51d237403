import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import type { QueuedMail } from '#server/platform/mails/mail-registry.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { SECRET_PATTERN } from '#tests/helpers/fakes/job-queue.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { openQueue } from '../jobs/test-queue.ts';
import { MAIL_SAMPLES } from './mail-samples.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

afterEach(async () => {
  await sql`delete from pgboss.job`.execute(database.db);
  checkout().mailer.sent.length = 0;
});

/** Returns a copy of an email that links to this purchase, membership, subscription, and account. */
function linkedTo(
  mail: QueuedMail,
  ids: { purchaseId: string; membershipId: string; subscriptionId: string; accountId: string },
): QueuedMail {
  return JSON.parse(JSON.stringify(mail), (_key, value) => {
    if (value?.kind === 'choose-password') return { ...value, id: ids.accountId };
    if (value?.kind === 'keep-email') return { ...value, id: `${ids.accountId}:0` };
    if (value?.kind === 'claim') return { ...value, id: ids.membershipId };
    if (value?.kind === 'bill' || value?.kind === 'replace-card') return { ...value, id: ids.subscriptionId };
    const isOfPurchase = ['receipt', 'staff-receipt', 'cancel', 'complete-purchase'].includes(value?.kind);
    return isOfPurchase ? { ...value, id: ids.purchaseId } : value;
  });
}

/** Enqueues emails, sends them as the server does, and returns the rows that they leave in the queue. */
async function send(mails: readonly QueuedMail[]): Promise<string> {
  const queue = await openQueue(database);
  await inTransaction(database.db, async (trx) => {
    for (const mail of mails) await queue.enqueue(trx, 'mail', mail);
  });
  await queue.startWorkers(createJobHandlers(checkout().deps));
  await expect.poll(() => checkout().mailer.sent.length).toBe(mails.length);
  await queue.stop();
  const { rows } = await sql`select * from pgboss.job where name = 'mail'`.execute(database.db);
  expect(rows).toHaveLength(mails.length);
  return JSON.stringify(rows);
}

test('[D50] every signed link is in the sent email and never in the queue', async () => {
  const { purchaseId } = await checkout().caller(null).checkout.buyCard(makeCardPurchase());
  const { id: membershipId, subscriptionId } = await database.db
    .selectFrom('memberships')
    .select(['id', 'subscriptionId'])
    .executeTakeFirstOrThrow();
  await database.db.updateTable('subscriptions').set({ pastDueSince: new Date() }).execute();
  const {
    'password-reset': _reset,
    'verify-email': _verification,
    'change-email': _change,
    ...queued
  } = MAIL_SAMPLES;
  const { id: accountId } = await makeAccount(database.db, { pendingEmail: 'new@example.com' });
  const mails = Object.values(queued).map((mail) =>
    linkedTo(mail, { purchaseId, membershipId, subscriptionId, accountId }),
  );
  expect(SECRET_PATTERN.exec(await send(mails))).toBeNull();
  const mailsWithSecrets = checkout().mailer.sent.filter(({ text }) => SECRET_PATTERN.test(text));
  expect(mailsWithSecrets.map(({ subject }) => subject).sort()).toEqual([
    'Claim your membership',
    'Complete your purchase',
    'Disputed payment of $49.95: evidence due by January 5, 2027',
    'Do you want our newsletter again?',
    'Manage your membership',
    'New in Denver this month',
    'Someone asked to change your email address',
    'We refunded $20.00',
    'You have a free membership',
    'Your Everything Card from Rocky Mountain Tools',
    'Your Everything Card is ready',
    'Your Everything Card receipt: $84.92',
    'Your Everything Card renewal receipt: $49.95',
    'Your corporate plan renews on January 5, 2027',
    'Your payment card expires before your next payment',
    'Your payment didn’t go through',
    'Your payment didn’t go through',
    'Your payment didn’t go through',
    'Your purchase didn’t go through',
  ]);
});

test('an email that an older release queued with signed links is still sent', async () => {
  const links = {
    receiptUrl: 'https://card.example/api/receipt?id=1&key=a.b.c',
    cancelUrl: 'https://card.example/cancel#key=d.e.f',
    claimUrl: 'https://card.example/claim#token=g.h.i',
    printedCard: { url: 'https://card.example/request/card/7K2M9QXP4ETH#key=j.k.l', isOrdered: false },
  };
  const { receipt } = MAIL_SAMPLES;
  await send([JSON.parse(JSON.stringify({ ...receipt, props: { ...receipt.props, ...links } }))]);
  const [mail] = checkout().mailer.sent;
  for (const url of [links.receiptUrl, links.cancelUrl, links.claimUrl, links.printedCard.url]) {
    expect(mail?.text).toContain(url);
  }
});
