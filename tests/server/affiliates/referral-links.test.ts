import { beforeEach, describe, expect, test } from 'vitest';
import { findFollowedLink, readWeeks } from '#server/domains/affiliates/links/referral-link.service.ts';
import { newId } from '#server/lib/ids.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePayment } from '#tests/helpers/factories/subscription.ts';

const database = testDb();
// A Wednesday.
const NOW = new Date('2026-11-25T18:00:00Z');
const app = testApp(database, { now: () => NOW });

let amy: TestAccount;
let code: string;
beforeEach(async () => {
  code = `AMY${newId().slice(-9).toUpperCase()}`;
  amy = await makeAccount(database.db, { accountType: 1, referenceCode: code });
});

const links = (account: TestAccount) => app.caller(account).affiliates.links;
const visit = (link: string | null) => app.caller().affiliates.visit({ code, link });

/** Records a sale through a link, with its commission. Returns the id of its payment. */
async function sell(link: string | null, settledAt: Date, amountCents: number): Promise<string> {
  const { id: purchaseId } = await makePurchase(database.db, {
    referrerId: amy.id,
    referralLink: link,
    settledAt,
  });
  const { id: paymentId } = await makePayment(database.db, { purchaseId, paidAt: settledAt });
  await makeCommission(database.db, { affiliateId: amy.id, paymentId, createdAt: settledAt, amountCents });
  return paymentId;
}

describe('a named link', () => {
  test('is listed with its visits, sales, and commissions until it is removed', async () => {
    await links(amy).add({ name: 'Spring' });
    await links(amy).add({ name: 'church-fair' });
    for (const link of ['spring', 'SPRING', 'unknown', null]) await visit(link);
    await sell('spring', NOW, 999);
    await sell('spring', NOW, -100);
    await sell(null, NOW, 500);
    await app.deps.visitCounts.flush();
    const listedLinks = await links(amy).list();
    expect(listedLinks.find(({ name }) => name === 'spring')).toEqual({
      name: 'spring',
      url: `http://localhost:3000/?ref=${code}&c=spring`,
      visits: 2,
      sales: 2,
      commissionCents: 899,
    });
    expect(listedLinks.find(({ name }) => name === 'church-fair')).toMatchObject({ visits: 0, sales: 0 });
    // The affiliate's total includes visits without a known link name.
    expect((await app.caller(amy).affiliates.overview())?.visits).toBe(4);

    await links(amy).remove({ name: 'spring' });
    expect((await links(amy).list()).map(({ name }) => name)).toEqual(['church-fair']);
    await visit('spring');
    await app.deps.visitCounts.flush();
    await links(amy).add({ name: 'spring' });
    expect((await links(amy).list()).find(({ name }) => name === 'spring')).toMatchObject({ visits: 2 });
  });

  test('is refused twice, without an affiliate, and beyond a limit', async () => {
    await links(amy).add({ name: 'a' });
    await expect(links(amy).add({ name: 'A' })).rejects.toThrow('You already have a link with this name.');
    await expect(links(await makeAccount(database.db)).add({ name: 'a' })).rejects.toThrow('Not Found');
    for (let index = 1; index < 50; index++) await links(amy).add({ name: `n${index}` });
    await expect(links(amy).add({ name: 'more' })).rejects.toThrow('You have too many links.');
    expect(await links(amy).list()).toHaveLength(50);
  });

  test('earns its affiliate only their own commissions, not those of their recruiter', async () => {
    await links(amy).add({ name: 'spring' });
    const paymentId = await sell('spring', NOW, 999);
    const { id: recruiterId } = await makeAccount(database.db, { accountType: 3 });
    await makeCommission(database.db, { affiliateId: recruiterId, paymentId, amountCents: 250 });
    expect(await links(amy).list()).toMatchObject([{ name: 'spring', commissionCents: 999 }]);
  });

  test.each(['', ' ', 'a b', 'a_b', 'ä', 'a'.repeat(31), '<b>', 'a.b'])('is refused as %j', async (name) => {
    await expect(links(amy).add({ name })).rejects.toThrow(/Required Field|letters, digits, and hyphens/);
  });

  test('belongs to its affiliate alone', async () => {
    await links(amy).add({ name: 'spring' });
    await visit('spring');
    await sell('spring', NOW, 999);
    await app.deps.visitCounts.flush();
    const stranger = await makeAccount(database.db, { accountType: 1 });
    await links(stranger).remove({ name: 'spring' });
    expect(await links(stranger).list()).toEqual([]);
    expect(await links(amy).list()).toHaveLength(1);
    // Another affiliate's link may have the same name.
    await links(stranger).add({ name: 'spring' });
    expect(await links(stranger).list()).toMatchObject([{ visits: 0, sales: 0, commissionCents: 0 }]);
    expect(
      (await links(stranger).weeks({ link: 'spring' })).every(
        ({ visits, sales }) => visits === 0 && sales === 0,
      ),
    ).toBe(true);
  });

  test.each([
    ['its own', () => amy.id, 'spring', 'spring'],
    ['its own in other letters', () => amy.id, 'SPRING', 'spring'],
    ['one that the affiliate does not have', () => amy.id, 'fall', null],
    ['none', () => amy.id, null, null],
    ['one of another referrer', () => newId(), 'spring', null],
    ['one without a referrer', () => null, 'spring', null],
  ])('is credited with a purchase through %s', async (_, getReferrer, link, expected) => {
    await links(amy).add({ name: 'spring' });
    const referral = { code: code.toLowerCase(), link };
    expect(await findFollowedLink(database.db, getReferrer(), referral)).toBe(expected);
  });
});

describe('the weeks', () => {
  test('begin on Mondays in the business time zone, and are those of one link or of all', async () => {
    await links(amy).add({ name: 'spring' });
    await visit('spring');
    await visit(null);
    await app.deps.visitCounts.flush();
    // Midnight in Denver is 7:00 UTC.
    await sell('spring', new Date('2026-11-23T06:59:00Z'), 100);
    await sell('spring', new Date('2026-11-23T07:00:00Z'), 200);
    await sell(null, NOW, 400);
    const weeks = await links(amy).weeks({ link: null });
    expect(weeks).toHaveLength(12);
    expect(weeks[0]).toEqual({ monday: '2026-09-07', visits: 0, sales: 0, commissionCents: 0 });
    expect(weeks.slice(-2)).toEqual([
      { monday: '2026-11-16', visits: 0, sales: 1, commissionCents: 100 },
      { monday: '2026-11-23', visits: 2, sales: 2, commissionCents: 600 },
    ]);
    expect((await links(amy).weeks({ link: 'Spring' })).slice(-2)).toEqual([
      { monday: '2026-11-16', visits: 0, sales: 1, commissionCents: 100 },
      { monday: '2026-11-23', visits: 1, sales: 1, commissionCents: 200 },
    ]);
    for (const [day, monday] of [
      ['2026-11-29', '2026-11-23'],
      ['2026-11-30', '2026-11-30'],
    ]) {
      const now = () => new Date(`${day}T18:00:00Z`);
      expect((await readWeeks({ ...app.deps, now }, amy.id, null)).at(-1)?.monday, day).toBe(monday);
    }
  });
});
