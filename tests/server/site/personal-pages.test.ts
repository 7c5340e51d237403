import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReader } from '#db/reader.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { buildWholeApp, testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { metered } from '#tests/helpers/database/metered-db.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership, type TestMembership } from '#tests/helpers/factories/membership.ts';
import { makePromotion, makeStore } from '#tests/helpers/factories/store.ts';
import { makeRenderedSite } from '#tests/helpers/rendered-site.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';
import { Visitor } from '#tests/helpers/visitor.ts';
import { renderPage } from '#web/render.tsx';

const database = seededTestDb();
let now = new Date('2026-11-21T12:00:20Z');
const server = testApp(database, { now: () => now });
const folder = temporaryFolder();
let app: FastifyInstance;
let meter: ReturnType<typeof metered>;
let owner: TestAccount;
let membership: TestMembership;

beforeAll(async () => {
  const webRoot = await makeRenderedSite(folder());
  meter = metered(database.db);
  app = await buildWholeApp(
    { ...server.deps, db: meter.db, reader: createReader({ writer: meter.db }) },
    { webRoot },
  );
  owner = await makeAccount(database.db, { firstname: 'Ottilie' });
  membership = await makeMembership(database.db, {
    accountId: owner.id,
    firstname: 'Ottilie',
    subscription: { periodEnd: new Date('2026-12-05T12:00:00Z') },
  });
});
afterAll(() => app.close());

async function visitAs(account: TestAccount | null): Promise<Visitor> {
  const visitor = new Visitor(app);
  if (account) visitor.setCookie((await server.deps.sessions.create(account)).cookie);
  return visitor;
}

const extractText = (html: string) =>
  html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

const cardPage = (number: string) => `/verify/card/${formatMembershipNumber(number)}`;

describe('[D8] account pages', () => {
  const ACCOUNT_PAGES = [
    ['/user', 'Current Memberships'],
    ['/user/profile', 'You log in with'],
    ['/user/billing', 'Payment method'],
    ['/user/business', 'You don’t have a business plan'],
    ['/user/company', 'company'],
    ['/user/affiliate', 'You’re not an affiliate yet'],
  ] as const;

  test.each(ACCOUNT_PAGES)(
    '%s arrives with its owner’s data, and no cache may store it',
    async (path, text) => {
      const { statusCode, headers, body } = await (await visitAs(owner)).get(path);
      expect(statusCode).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('etag');
      expect(extractText(body)).toContain('Welcome Ottilie');
      expect(extractText(body)).toContain(text);
      expect(body).not.toContain('Loading...');
    },
  );

  test('show the memberships and cards of their owner alone', async () => {
    const number = formatMembershipNumber(membership.number);
    const stranger = await visitAs(await makeAccount(database.db));
    for (const path of ['/user', `/user/card/${number}`]) {
      const ownResponse = await (await visitAs(owner)).get(path);
      expect(extractText(ownResponse.body)).toContain(number);
      const { body } = await stranger.get(path);
      expect(body).not.toContain(membership.number);
      expect(body).not.toContain('Ottilie');
    }
    const card = await (await visitAs(owner)).get(`/user/card/${number}`);
    expect(card.body).toContain('[["memberships","card"]');
  });

  test('are the same for a visitor and for a session that has ended', async () => {
    const visitor = await visitAs(owner);
    const [sessionId] = [...visitor.cookies.values()];
    await server.deps.sessions.end(String(sessionId));
    const { body, headers } = await visitor.get('/user');
    expect(body).toBe((await (await visitAs(null)).get('/user')).body);
    expect(body).toContain('<div id="root"></div>');
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('[D8] a page of one caller', () => {
  test('cannot be stored if it fails to render', async () => {
    Reflect.set(globalThis, 'testedRenderer', async () => {
      throw new Error('broken');
    });
    const { body, headers, statusCode } = await (await visitAs(owner)).get('/savings?zip=80202');
    Reflect.set(globalThis, 'testedRenderer', renderPage);
    expect(statusCode).toBe(200);
    expect(body).toContain('<div id="root"></div>');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('etag');
    expect(server.log.takeFaults()).toHaveLength(1);
  });

  test('keeps text of the caller from ending the inlined data', async () => {
    const name = '</script><script>alert(1)</script>\u2028<!--';
    const { body } = await (await visitAs(await makeAccount(database.db, { firstname: name }))).get('/user');
    expect(body).not.toContain('<script>alert');
    const [, json = ''] = /id="answers">([\s\S]*?)<\/script>/.exec(body) ?? [];
    expect(JSON.stringify(JSON.parse(json))).toContain(JSON.stringify(name).slice(1, -1));
  });
});

describe('[S2 verify card] the verification page', () => {
  test('shows a card to anyone with its number, and no cache or search engine may keep it', async () => {
    const { body, headers, statusCode } = await (await visitAs(null)).get(cardPage(membership.number));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(body).toContain('<title>Verify a card | Everything Card</title>');
    expect(extractText(body)).toMatch(/Active Expires December 5th 2026 .* Ottilie Gomez/);
  });

  test.each([
    ['/verify/card/ABCD-EFGH-JKMN', 'No Membership Found'],
    ['/verify/card/%3Cscript%3E', 'No Membership Found'],
    [`/verify/card/${'9'.repeat(100)}`, 'No Membership Found'],
    ['/verify/card/ABCD-EFGH-JKMN?scan=1234', 'There’s no membership with this ID.'],
  ])('%s says %s', async (path, text) => {
    const { body, statusCode } = await (await visitAs(null)).get(path);
    expect(statusCode).toBe(200);
    expect(extractText(body)).toContain(text);
  });

  test('finds a number that was typed without JavaScript', async () => {
    const { headers, statusCode } = await (await visitAs(null)).get('/verify/card?number=+abcd+efgh ');
    expect([statusCode, headers.location]).toEqual([302, '/verify/card/abcd%20efgh']);
    expect((await (await visitAs(null)).get('/verify/card?number=')).statusCode).toBe(200);
  });

  test('[D49] shares the limit of the procedure', async () => {
    now = new Date('2026-11-21T12:01:20Z');
    const visitor = await visitAs(null);
    const call = () => visitor.trpc('query', 'verification.find', { number: 'ABCD-EFGH-JKMN' });
    for (let count = 1; count < 120; count++) await call();
    const page = cardPage(membership.number);
    expect((await visitor.get(page)).statusCode).toBe(200);
    const refusedResponse = await visitor.get(page);
    expect(refusedResponse.statusCode).toBe(429);
    expect(refusedResponse.headers).toMatchObject({ 'retry-after': '40', 'cache-control': 'no-store' });
    expect(extractText(refusedResponse.body)).toContain(
      'Too many requests. Please wait a moment and try again.',
    );
    expect(refusedResponse.body).not.toContain('Ottilie');
    expect((await call()).status).toBe(429);
    now = new Date('2026-11-21T12:02:20Z');
  });

  test('[architecture] reads the content once per edition, and then only what depends on the caller', async () => {
    const visitor = await visitAs(null);
    await visitor.get(cardPage(membership.number));
    meter.reset();
    const before = meter.statements;
    await visitor.get(cardPage(membership.number));
    // One statement reads the content's edition, the other reads the card.
    expect(meter.statements - before).toBeLessThanOrEqual(2);
  });
});

describe('[S2 search] a search', () => {
  beforeAll(async () => {
    const business = { name: 'Aardvark & Sons', isMembersOnly: true };
    const { businessId } = await makeStore(database.db, { business });
    await makePromotion(database.db, { businessId });
  });

  test('shows the results that its caller may see', async () => {
    const path = '/savings?zip=80202&distance=20&sort=distance&utm_source=x&ref=ABC';
    const visitor = await (await visitAs(null)).get(path);
    expect(visitor.headers['cache-control']).toBe('no-store');
    expect(visitor.body).toContain('<title>Find Businesses | Everything Card</title>');
    expect(extractText(visitor.body)).toContain('Within 20 miles of Denver, CO 80202');
    expect(extractText(visitor.body)).toMatch(/Aardvark &amp; Sons.*Login to check Promotions/);
    expect(visitor.body).not.toContain('ref=ABC');
    const member = await (await visitAs(owner)).get(path);
    expect(member.headers['cache-control']).toBe('no-store');
    expect(extractText(member.body)).toMatch(/Aardvark &amp; Sons.*View promotions \(1\)/);
  });

  test('without a query stays one document for everyone', async () => {
    const member = await (await visitAs(owner)).get('/savings?utm_source=x');
    expect(member.headers['cache-control']).toBe('no-cache');
    expect(member.body).toBe((await (await visitAs(null)).get('/savings')).body);
  });

  test.each([
    ['zip=99999', 'We don’t recognize this ZIP code'],
    ['zip=8020', 'Please enter a 5-digit ZIP code'],
    ['city=Nowhere&state=CO', 'We don’t recognize this city'],
    ['name=Zebra+Zoo&zip=80202', 'No Results'],
    ['zip=80202&page=9999999999', 'business'],
    ['zip=80202&page=500', 'There’s no page 500'],
    ['category=none&type=%00&distance=-1&national=maybe&sort=up&page=0', 'business'],
    ['zip=%E0%A4%A&name=%ff&&=&zip[]=1', 'Find Businesses'],
    [`name=${'x'.repeat(5_000)}`, 'Please correct the marked field'],
    ['promotions=1&login=1', 'business'],
  ])('for %s says %s', async (query, text) => {
    const { body, statusCode } = await (await visitAs(null)).get(`/savings?${query}`);
    expect(statusCode).toBe(200);
    expect(extractText(body)).toContain(text);
    expect(body).not.toContain('Loading...');
  });
});
