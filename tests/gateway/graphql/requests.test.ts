import { beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';

const BACK_OFFICE = 'https://backoffice.example';
const database = testDb();
const server = testApp(database, { settings: { CORS_ORIGINS: BACK_OFFICE } });
const CANCEL = 'mutation { cancelMembershipForUser(membershipID: "none") }';
const USER_QUERY = '{ user { email } }';

let account: TestAccount;

beforeAll(async () => {
  account = await makeAccount(database.db);
});

describe('[D47] CSRF protection of the session cookie', () => {
  test('refuses a mutation without the header or with an invalid one', async () => {
    const visitor = await server.visitor(account);
    const refusal = {
      message: expect.stringContaining('couldn’t confirm your session'),
      extensions: { code: 'CSRF' },
    };
    expect((await visitor.graphql(CANCEL)).errors[0]).toMatchObject(refusal);
    await visitor.fetchCsrfToken();
    const wrongCsrf = { headers: { 'x-csrf-token': 'x'.repeat(32) } };
    expect((await visitor.graphql(CANCEL, {}, wrongCsrf)).errors[0]).toMatchObject(refusal);
  });

  test('lets a mutation with the header reach the procedure', async () => {
    const visitor = await (await server.visitor(account)).fetchCsrfToken();
    expect((await visitor.graphql(CANCEL)).errors[0]?.extensions?.code).toBe('MEMBERSHIP_NOT_FOUND');
  });

  test('refuses a mutation from another site even with the header', async () => {
    const visitor = await (await server.visitor(account)).fetchCsrfToken();
    const crossOriginRequest = { headers: { origin: 'https://evil.example' } };
    expect((await visitor.graphql(CANCEL, {}, crossOriginRequest)).errors[0]?.extensions?.code).toBe('CSRF');
    const listedOrigin = { headers: { origin: BACK_OFFICE } };
    expect((await visitor.graphql(CANCEL, {}, listedOrigin)).errors[0]?.extensions?.code).toBe(
      'MEMBERSHIP_NOT_FOUND',
    );
  });

  test('requires no header for a query', async () => {
    const visitor = await server.visitor(account);
    expect((await visitor.graphql(USER_QUERY)).data).toEqual({ user: { email: account.email } });
  });
});

describe('[D48] a bearer session', () => {
  test('signs in the account and needs no CSRF header', async () => {
    const { sessionId } = await server.deps.sessions.create(account);
    const bearer = { headers: { authorization: `Bearer ${sessionId}` } };
    const visitor = await server.visitor();
    expect((await visitor.graphql(USER_QUERY, {}, bearer)).data).toEqual({ user: { email: account.email } });
    expect((await visitor.graphql(CANCEL, {}, bearer)).errors[0]?.extensions?.code).toBe(
      'MEMBERSHIP_NOT_FOUND',
    );
    const unknownToken = { headers: { authorization: 'Bearer nobody' } };
    expect((await visitor.graphql(USER_QUERY, {}, unknownToken)).data).toEqual({ user: null });
  });
});

describe('cross-origin requests', () => {
  const preflight = (url: string, origin: string) => ({
    method: 'OPTIONS' as const,
    url,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-csrf-token',
    },
  });

  test.each(['/graphql', '/api/sessionLogin'])(
    'an allowed site can call %s with credentials',
    async (url) => {
      const response = await server.app.inject(preflight(url, BACK_OFFICE));
      expect(response.statusCode).toBe(204);
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': BACK_OFFICE,
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': expect.stringContaining('x-csrf-token'),
        vary: expect.stringContaining('Origin'),
      });
      const visitor = await server.visitor();
      const { headers } = await visitor.graphql(USER_QUERY, {}, { headers: { origin: BACK_OFFICE } });
      expect(headers['access-control-allow-origin']).toBe(BACK_OFFICE);
    },
  );

  test('an allowed site can read why its request was refused', async () => {
    const visitor = await server.visitor(account);
    const crossOriginResponse = await visitor.graphql(CANCEL, {}, { headers: { origin: BACK_OFFICE } });
    expect(crossOriginResponse.errors[0]?.extensions?.code).toBe('CSRF');
    expect(crossOriginResponse.headers['access-control-allow-origin']).toBe(BACK_OFFICE);
  });

  test.each([
    ['/graphql', 'https://evil.example'],
    ['/graphql', `${BACK_OFFICE}.evil.example`],
    ['/graphql', 'null'],
    ['/trpc/viewer.user', BACK_OFFICE],
    ['/apiary', BACK_OFFICE],
  ])('%s does not allow %s', async (url, origin) => {
    const response = await server.app.inject(preflight(url, origin));
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('a GraphQL request', () => {
  test('can be a query by GET, but not a mutation by GET or any other method', async () => {
    const visitor = await server.visitor(account);
    const sendByGet = (query: string, extraParameters = '') =>
      visitor.get(`/graphql?query=${encodeURIComponent(query)}${extraParameters}`);
    const ownAccount = await sendByGet(USER_QUERY);
    expect(ownAccount.json()).toEqual({ data: { user: { email: account.email } } });
    expect(ownAccount.headers['cache-control']).toBe('no-store');
    const variables = encodeURIComponent('{"key":"none"}');
    const withVariables = await sendByGet(
      'query ($key: String!) { getSetting(key: $key) { id } }',
      `&variables=${variables}`,
    );
    expect(withVariables.json()).toEqual({ data: { getSetting: null } });
    const mutation = await sendByGet(CANCEL);
    expect(mutation.statusCode).toBe(405);
    expect(mutation.json().errors[0].message).toBe(
      'Can only perform a mutation operation from a POST request.',
    );
    expect((await visitor.send('HEAD', '/graphql')).statusCode).toBe(405);
    expect((await (await server.visitor()).send('DELETE', '/graphql')).statusCode).toBe(404);
  });

  test.each([
    ['invalid JSON', { payload: '{"query":', headers: { 'content-type': 'application/json' } }],
    ['an empty body', { payload: '', headers: { 'content-type': 'application/json' } }],
    [
      'a form',
      {
        payload: 'query=%7Buser%7Bid%7D%7D',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
    ['plain text', { payload: '{ user { id } }', headers: { 'content-type': 'text/plain' } }],
    ['a bare document', { payload: '{ user { id } }', headers: { 'content-type': 'application/graphql' } }],
    [
      'a __proto__ key',
      { payload: '{"query":"{user{id}}","__proto__":{}}', headers: { 'content-type': 'application/json' } },
    ],
    ['null', { body: null }],
    ['a number', { body: 7 }],
    ['a string', { body: 'x' }],
    ['a null query', { body: { query: null } }],
    ['a query that is not a string', { body: { query: { a: 1 } } }],
    ['variables that are a list', { body: { query: USER_QUERY, variables: [1] } }],
    ['an unknown parameter', { body: { query: USER_QUERY, doc_id: '1' } }],
    ['an unknown operation name', { body: { query: 'query A { user { id } }', operationName: 'B' } }],
    ['an incomplete document', { body: { query: '{ user {' } }],
    [
      'variables of a GET that are not JSON',
      { url: `/graphql?query=${encodeURIComponent(USER_QUERY)}&variables={` },
    ],
  ] satisfies Array<
    [string, { url?: string; body?: unknown; payload?: string; headers?: Record<string, string> }]
  >)(
    'with %s is refused with errors in GraphQL’s format',
    async (_, {
      url,
      ...sent
    }: { url?: string; body?: unknown; payload?: string; headers?: Record<string, string> }) => {
      const visitor = await server.visitor();
      const response = url ? await visitor.get(url) : await visitor.send('POST', '/graphql', sent);
      expect([200, 400]).toContain(response.statusCode);
      expect(response.json().errors[0].message).toEqual(expect.stringMatching(/./));
      expect(response.json().data ?? null).toBeNull();
    },
  );
});

describe('[S8 graph error] GraphQL errors', () => {
  test('return status 200 with message, code, fields, and request id for a refusal', async () => {
    const visitor = await server.visitor();
    const response = await visitor.graphql('mutation { registerBasicAccount(firstname: "A") { id } }');
    expect(response.status).toBe(200);
    expect(response.data).toEqual({ registerBasicAccount: null });
    expect(response.errors).toMatchObject([
      {
        message: 'Required Field',
        path: ['registerBasicAccount'],
        extensions: {
          code: 'INVALID_INPUT',
          fieldErrors: { lastname: 'Required Field', email: 'Required Field', password: 'Required Field' },
          requestId: response.headers['x-request-id'],
        },
      },
    ]);
  });

  test('hide an unexpected error’s message and log it once with the request id', async () => {
    const brokenApp = await buildTestApp(database.db, {
      limits: {
        ...server.deps.limits,
        takeAccountCall: async () => {
          throw new Error('secret words of the database');
        },
      },
    });
    const visitor = await brokenApp.visitor();
    const response = await visitor.graphql(USER_QUERY);
    expect(response.status).toBe(200);
    expect(response.errors[0]).toMatchObject({
      message: 'Please contact customer support',
      extensions: { code: 'UNEXPECTED', requestId: response.headers['x-request-id'] },
    });
    expect(JSON.stringify(response)).not.toContain('secret words');
    const faults = brokenApp.log.takeFaults();
    expect(faults).toHaveLength(1);
    expect(faults[0]?.text).toContain('secret words of the database');
    expect(faults[0]?.text).toContain(String(response.headers['x-request-id']));
    await brokenApp.close();
  });

  test('have the same format if the document was not read yet', async () => {
    const brokenApp = await buildTestApp(database.db, {
      sessions: {
        ...server.deps.sessions,
        validate: async () => {
          throw new Error('secret words of the database');
        },
      },
    });
    const visitor = await brokenApp.visitor(account);
    const response = await visitor.graphql(USER_QUERY);
    expect(response.status).toBe(500);
    expect(response.errors[0]).toMatchObject({ message: 'Please contact customer support' });
    expect(
      brokenApp.log
        .takeFaults()
        .map((line) => line.text)
        .join(),
    ).toContain('secret words');
    await brokenApp.close();
  });
});
