import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isSecretRead } from '#server/app/http/secret-reads.shared.ts';
import { appRouter } from '#server/app/router.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });

/** What a secret in an input may be called. */
const SECRET_NAME = /token|key|secret|password|proof|credential|signature|code|coupon|scan|otp/i;

/** Queries whose inputs only look as if they contained a secret. */
const NOT_SECRET: Record<string, string> = {
  'affiliateSignup.quote': 'promo codes are printed in advertisements, and maxUses limits them',
  'affiliates.referral': 'a reference code is in the links that affiliates publish',
  'businessPlans.quote': 'promo codes are printed in advertisements, and maxUses limits them',
  'checkout.quote': 'promo codes are printed in advertisements, and maxUses limits them',
  'corporate.quote': 'promo codes are printed in advertisements, and maxUses limits them',
  'staff.content.settings.detail': 'the name of a public setting',
  'webinar.check': 'a code gives no access: staff check each reward before they send it',
  'verification.find': 'a scanned code is part of the address in the QR code, and expires within minutes',
};

const definition = z.object({ _def: z.object({ type: z.string(), inputs: z.array(z.custom<z.ZodType>()) }) });

const queries = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => {
  const { type, inputs } = definition.parse({ _def: Object(procedure)._def })._def;
  return type === 'query' ? [{ path, inputs }] : [];
});

/** Lists the names of all fields in a schema, at any depth. */
function listFieldNames(schema: z.ZodType): string[] {
  const names: string[] = [];
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (name, value) => {
    if (name === 'properties') names.push(...Object.keys(value));
    return value;
  });
  return names;
}

const looksSecret = ({ inputs }: (typeof queries)[number]) =>
  inputs.flatMap(listFieldNames).some((name) => SECRET_NAME.test(name));

test('[D76] every query whose input looks like a secret is a secret read, or is listed with a reason', () => {
  const isListed = ({ path }: { path: string }) => isSecretRead(path) || path in NOT_SECRET;
  expect(queries.filter(looksSecret).filter((query) => !isListed(query))).toEqual([]);
  const paths = new Set(queries.filter(looksSecret).map(({ path }) => path));
  expect(Object.keys(NOT_SECRET).filter((path) => !paths.has(path) || isSecretRead(path))).toEqual([]);
});

const secretPaths = queries.map(({ path }) => path).filter(isSecretRead);

const withInput = (path: string, input: unknown) =>
  `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;

describe.each(secretPaths)('%s', (path) => {
  const input = { token: 'a', key: 'a', code: 'a', id: 'a' };

  test('[D76] is refused by GET, alone, in a batch, and as a stream', async () => {
    const visitor = await app.visitor(await makeAccount(database.db));
    const single = await visitor.get(withInput(path, input));
    expect([single.statusCode, single.json().error.data.code]).toEqual([400, 'INVALID_INPUT']);
    expect(single.json().error.data.fieldErrors).toBeUndefined();
    const batch = await visitor.get(`${withInput(`viewer.user,${path}`, { 1: input })}&batch=1`);
    expect(batch.json()).toMatchObject([{ result: {} }, { error: { data: { code: 'INVALID_INPUT' } } }]);
    const headers = { 'trpc-accept': 'application/jsonl' };
    const stream = await visitor.get(`${withInput(path, { 0: input })}&batch=1`, { headers });
    expect(stream.body).toContain('INVALID_INPUT');
    expect(stream.body).not.toContain('fieldErrors');
  });

  test('[D47] needs no CSRF token by POST', async () => {
    const visitor = await app.visitor(await makeAccount(database.db));
    for (const url of [`/trpc/${path}`, `/trpc/${path},${path}?batch=1`]) {
      const response = await visitor.post(url, url.includes('batch') ? { 0: input, 1: input } : input);
      expect(response.statusCode).not.toBe(403);
      expect(response.body).not.toContain('CSRF');
    }
  });
});

test('[D47] a batch of a secret read and a change needs the CSRF token and is refused', async () => {
  const visitor = await app.visitor(await makeAccount(database.db));
  const url = '/trpc/claims.find,accounts.logout?batch=1';
  expect((await visitor.post(url, { 0: { token: 'a' } })).statusCode).toBe(403);
  await visitor.fetchCsrfToken();
  expect((await visitor.post(url, { 0: { token: 'a' } })).body).toContain('INVALID_INPUT');
});

test('other queries are refused by POST', async () => {
  const visitor = await (await app.visitor()).fetchCsrfToken();
  expect((await visitor.post('/trpc/catalog.plans', {})).json().error.data.code).toBe('INVALID_INPUT');
});
