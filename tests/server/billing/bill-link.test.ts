import { expect, test } from 'vitest';
import { createBillLink, createReplaceCardLink, findLinkedBill } from '#server/domains/billing/bill-link.ts';
import { newId } from '#server/lib/ids.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeSubscription } from '#tests/helpers/factories/subscription.ts';

const DAY_MS = 86_400_000;
const database = testDb();
let now = new Date();
const server = testApp(database, { now: () => now });

const daysAfter = (instant: Date, days: number) => new Date(instant.getTime() + days * DAY_MS);

async function linkTo(overrides: Parameters<typeof makeSubscription>[1]) {
  now = new Date();
  const subscription = await makeSubscription(database.db, overrides);
  const createLink = subscription.pastDueSince ? createBillLink : createReplaceCardLink;
  const link = new URL(String(await createLink(server.deps, subscription.id)));
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
  const change = (set: { periodEnd?: Date; endedAt?: Date }) =>
    database.db.updateTable('subscriptions').set(set).where('id', '=', subscription.id).execute();
  return { subscription, link, token, change, find: () => findLinkedBill(server.deps, token) };
}

test('[D50] a link to an open bill can be opened repeatedly until the bill closes', async () => {
  const { subscription, link, find } = await linkTo({ status: 'past_due', pastDueSince: now });
  expect(link.pathname).toBe('/bill');
  now = daysAfter(now, 13.9);
  for (const _time of ['first', 'second']) {
    expect(await find()).toMatchObject({ subscription: { id: subscription.id }, isPaid: false });
  }
  now = daysAfter(now, 1.2);
  expect(await find()).toBeUndefined();
});

test('a link that is sent before a renewal works until the renewal’s bill closes', async () => {
  const { subscription, find } = await linkTo({});
  now = daysAfter(subscription.periodEnd, 13);
  expect(await find()).toMatchObject({ isPaid: false });
  now = daysAfter(subscription.periodEnd, 15.1);
  expect(await find()).toBeUndefined();
});

test('a link reports its bill as paid once the next period is paid', async () => {
  const { subscription, change, find } = await linkTo({ status: 'past_due', pastDueSince: now });
  await change({ periodEnd: daysAfter(subscription.periodEnd, 30) });
  expect(await find()).toMatchObject({ isPaid: true });
});

test('no link is made for a bill that is not open, or for a card that is not charged again', async () => {
  const active = await makeSubscription(database.db);
  const canceledSubscription = await makeSubscription(database.db, { canceledAt: now });
  const endedSubscription = await makeSubscription(database.db, { pastDueSince: now, endedAt: now });
  const overdueSubscription = await makeSubscription(database.db, { pastDueSince: daysAfter(now, -15.1) });
  for (const { id } of [active, endedSubscription, overdueSubscription])
    expect(await createBillLink(server.deps, id)).toBeNull();
  for (const { id } of [canceledSubscription, endedSubscription])
    expect(await createReplaceCardLink(server.deps, id)).toBeNull();
});

test('a link is refused if it is forged, is for another purpose, or its subscription has ended', async () => {
  const { subscription, token, change, find } = await linkTo({ status: 'past_due', pastDueSince: now });
  const { signer } = server.deps;
  const others = [
    'no token',
    `${token}x`,
    await signer.sign('receipt', subscription.id, { seconds: 60 }),
    await signer.sign('bill', newId(), { seconds: 60 }),
  ];
  for (const other of others) expect(await findLinkedBill(server.deps, other)).toBeUndefined();
  await change({ endedAt: now });
  expect(await find()).toBeUndefined();
});
