import type {} from '@fastify/cookie';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSessions } from '#server/platform/security/session.ts';
import { NO_LIMITS, type TestApp, type TestAppOptions, testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { PRODUCTION_WITH_STANDINS } from '#tests/helpers/settings.ts';

const database = seededTestDb();
const options = (settings: Record<string, string>): TestAppOptions => ({ settings, limits: NO_LIMITS });
const apps = {
  local: testApp(database, options({})),
  production: testApp(database, options(PRODUCTION_WITH_STANDINS)),
};

beforeAll(async () => {
  await makeAccount(database.db, { email: 'zoe@example.com', password: 'secret-1' });
});

/**
 * Collects every cookie that the server sets, by name: the guest key, the session, the known browser, and the
 * CSRF token.
 */
async function allCookies(server: TestApp) {
  const visitor = await server.visitor();
  const responses = [
    await visitor.get('/api/csrf'),
    // Stripe is unreachable in this test, so the purchase fails after the guest cookie is set.
    await visitor.post('/trpc/checkout.buyCard', makeCardPurchase()),
    await visitor.post('/trpc/accounts.login', { email: 'zoe@example.com', password: 'secret-1' }),
  ];
  server.log.takeFaults();
  return Object.fromEntries(
    responses.flatMap(({ cookies }) => cookies).map((cookie) => [cookie.name, cookie]),
  );
}

describe('[D10 D41 D47] cookies', () => {
  test.each(['local', 'production'] as const)('have safe attributes in %s mode', async (mode) => {
    const secure = mode === 'production' ? true : undefined;
    const prefix = secure ? '__Host-' : '';
    const {
      [`${prefix}buyer`]: buyer,
      [`${prefix}browser`]: browser,
      [`${prefix}session`]: session,
      csrfToken,
      ...otherCookies
    } = await allCookies(apps[mode]);
    expect(otherCookies).toEqual({});
    for (const cookie of [buyer, browser, session]) {
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
      expect(cookie?.secure).toBe(secure);
    }
    expect(csrfToken).toMatchObject({ sameSite: 'Lax', path: '/' });
    expect(csrfToken?.secure).toBe(secure);
    expect(csrfToken?.httpOnly).toBeUndefined();
  });

  test('that another subdomain could plant are ignored in production', async () => {
    const { production } = apps;
    const theirs = await allCookies(production);
    const visitor = await production.visitor();
    for (const name of ['session', 'buyer', 'browser']) {
      visitor.setCookie({ name, value: theirs[`__Host-${name}`]?.value ?? '' });
    }
    expect((await visitor.get('/api/session')).json()).toEqual({ user: null });
    const { cookies } = await visitor.post('/trpc/checkout.buyCard', makeCardPurchase());
    expect(cookies.map(({ name }) => name)).toEqual(['__Host-buyer']);
    const mine = cookies[0]?.value;
    expect(mine).not.toBe(theirs['__Host-buyer']?.value);
    production.log.takeFaults();
  });

  test('with a domain keep the plain name, which other subdomains can share', async () => {
    const { cookieName } = createSessions(database.db, {
      secure: true,
      domain: 'card.example',
      now: () => new Date(),
    });
    expect(cookieName).toBe('session');
  });

  test('of guests are accepted only with our signature', async () => {
    const server = apps.local;
    const signedCookie = server.app.signCookie('somebody');
    const buy = async (value: string) => {
      const visitor = await server.visitor();
      visitor.setCookie({ name: 'buyer', value });
      return (await visitor.post('/trpc/checkout.buyCard', makeCardPurchase())).cookies.map(
        ({ name }) => name,
      );
    };
    const sentCookies = [signedCookie, `${signedCookie.slice(0, -1)}~`, 'somebody', 'somebody.', ''];
    expect(await Promise.all(sentCookies.map(buy))).toEqual([[], ['buyer'], ['buyer'], ['buyer'], ['buyer']]);
    server.log.takeFaults();
  });
});
