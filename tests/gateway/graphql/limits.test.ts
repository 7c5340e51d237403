import { describe, expect, test } from 'vitest';
import { GRAPHQL_LIMITS } from '#gateway/graphql/limits.ts';
import { RATE_LIMITS } from '#server/platform/rate-limits/rate-limits.ts';
import { buildTestApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const database = testDb();
const server = testApp(database);

/** Returns a document that looks up one card under many aliases, each of which counts as a call. */
function buildLookupDocument(count: number, perName = 1): string {
  const fields = Array.from({ length: count }, (_, i) => {
    return `a${Math.floor(i / perName)}: getMembershipByMembershipID(membershipID: "none") { id }`;
  });
  return `{ ${fields.join(' ')} }`;
}

async function listErrors(query: string): Promise<string[]> {
  const visitor = await server.visitor();
  const { status, errors } = await visitor.graphql(query);
  expect(status).toBeLessThan(500);
  return errors.map((error) => error.message);
}

describe('the limits of one document', () => {
  test(`allow at most ${GRAPHQL_LIMITS.aliases} aliases`, async () => {
    expect(await listErrors(buildLookupDocument(GRAPHQL_LIMITS.aliases))).toEqual([]);
    expect(await listErrors(buildLookupDocument(GRAPHQL_LIMITS.aliases + 1))).toEqual([
      'The query has more than 15 aliases.',
    ]);
  });

  test('count aliases wherever their fragment is spread, in deeply nested fragments too', async () => {
    const fragments = Array.from(
      { length: 30 },
      (_, i) => `fragment f${i} on Query { ...f${i + 1} ... on Query { ...f${i + 1} } }`,
    );
    const lastFragment = 'fragment f30 on Query { mine: user { id } }';
    expect(await listErrors(`{ ...f0 } ${fragments.join(' ')} ${lastFragment}`)).toEqual([
      'The query has more than 15 aliases.',
    ]);
  });

  test(`allow at most ${GRAPHQL_LIMITS.depth} levels, counted through fragments`, async () => {
    const nestFields = (levels: number) => `{ user ${'{ w9 '.repeat(levels)}${'}'.repeat(levels)} }`;
    expect(await listErrors(nestFields(GRAPHQL_LIMITS.depth))).toEqual([
      'The query is deeper than 8 levels.',
    ]);
    const nestedFragments = `{ user { ...a } } fragment a on User { w9 { w9 { w9 { w9 { ...b } } } } }
      fragment b on W9Summary { a { b { c { d } } } }`;
    expect(await listErrors(nestedFragments)).toEqual(['The query is deeper than 8 levels.']);
  });

  test('refuse a fragment that spreads itself', async () => {
    const loop = '{ user { ...a } } fragment a on User { ...b } fragment b on User { id ...a }';
    expect(await listErrors(loop)).toEqual([expect.stringContaining('Cannot spread fragment')]);
  });

  test.each([
    ['nested brackets', (n: number) => `{ GetSetting(key: ${'['.repeat(n)}`],
    ['closed brackets', (n: number) => `{ GetSetting(key: ${'['.repeat(n)}1${']'.repeat(n)}) { id } }`],
    ['nested objects', (n: number) => `{ GetSetting(key: ${'{a:'.repeat(n)}1${'}'.repeat(n)}) { id } }`],
    ['nested selections', (n: number) => `${'{ a '.repeat(n)}${'}'.repeat(n)}`],
    ['nested types', (n: number) => `query ($a: ${'['.repeat(n)}Int${']'.repeat(n)}) { user { id } }`],
    ['comments', (n: number) => `${'#\n'.repeat(n)}{ user { id } }`],
    ['spreads', (n: number) => `{ ${'...a '.repeat(n)} } fragment a on Query { user { id } }`],
    ['fields', (n: number) => `{ user { ${'id '.repeat(n)} } }`],
    ['directives', (n: number) => `{ user ${'@include(if: true) '.repeat(n)} { id } }`],
    ['a long name', (n: number) => `{ ${'a'.repeat(n)} }`],
  ])('let small and large documents of %s get a response without a server error', async (_, write) => {
    for (const size of [100, 300, 900, 1_900, 10_000]) await listErrors(write(size));
    expect(await listErrors(write(60_000))).toHaveLength(1);
  });

  test('refuse a batch', async () => {
    const visitor = await server.visitor();
    const response = await visitor.post('/graphql', [{ query: '{ user { id } }' }]);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0].message).toBe('Batching is not supported.');
  });

  test('refuse a body above the server’s limit with errors in GraphQL’s format', async () => {
    const visitor = await server.visitor();
    const response = await visitor.post('/graphql', { query: `{ user { id } } # ${'x'.repeat(600_000)}` });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0]).toMatchObject({
      message: 'The request is too large',
      extensions: { code: 'INVALID_INPUT' },
    });
  });
});

describe('[D49] rate limits', () => {
  test('count each alias of a document as a call, and return 429 with Retry-After above the limit', async () => {
    // Use a server one hour ahead, in a rate-limit window that no other test uses and that doesn't end.
    const at = new Date(Date.now() + 3_600_000);
    const limitedApp = await buildTestApp(database.db, { now: () => at });
    const visitor = await limitedApp.visitor();
    const fullRequests = Math.floor(RATE_LIMITS.verification.hits / GRAPHQL_LIMITS.aliases);
    for (let i = 0; i < fullRequests; i++) {
      const response = await visitor.graphql(buildLookupDocument(GRAPHQL_LIMITS.aliases));
      expect(response.errors).toEqual([]);
    }
    const limitedResponse = await visitor.graphql(buildLookupDocument(1));
    expect(limitedResponse.status).toBe(429);
    expect(limitedResponse.errors[0]).toMatchObject({
      message: 'Too many requests. Please wait a moment and try again.',
      extensions: { code: 'TOO_MANY_REQUESTS', requestId: limitedResponse.headers['x-request-id'] },
    });
    expect(Number(limitedResponse.headers['retry-after'])).toBeGreaterThan(0);
    // tRPC calls share the limit.
    expect((await visitor.trpc('query', 'verification.find', { number: 'none' })).status).toBe(429);
    await limitedApp.close();
  });

  test('count two fields of the same name that merge as one call', async () => {
    const at = new Date(Date.now() + 7_200_000);
    const limitedApp = await buildTestApp(database.db, { now: () => at });
    const visitor = await limitedApp.visitor();
    for (let i = 0; i < 20; i++) {
      const response = await visitor.graphql(buildLookupDocument(10, 10));
      expect(response.errors).toEqual([]);
    }
    await limitedApp.close();
  });
});

describe('introspection', () => {
  const introspection = '{ __schema { queryType { name } } }';

  test('is allowed in local mode', async () => {
    expect(await listErrors(introspection)).toEqual([]);
  });

  test('is refused in production, even in fragments, and errors suggest no field names', async () => {
    const production = {
      ...server.deps.config,
      production: true,
    };
    const limitedApp = await buildTestApp(database.db, { config: production });
    const visitor = await limitedApp.visitor();
    const responses = [
      introspection,
      '{ __type(name: "User") { name } }',
      '{ ... on Query { __schema { queryType { name } } } }',
      '{ ...a } fragment a on Query { ... { hidden: __schema { queryType { name } } } }',
    ];
    for (const query of responses) {
      expect((await visitor.graphql(query)).errors[0]?.message).toBe('Introspection is off.');
    }
    expect((await visitor.graphql('{ __typename }')).data).toEqual({ __typename: 'Query' });
    expect((await visitor.graphql('{ usr { id } }')).errors[0]?.message).toBe(
      'Cannot query field "usr" on type "Query".',
    );
    await limitedApp.close();
  });
});
