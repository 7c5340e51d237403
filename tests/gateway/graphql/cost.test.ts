import { isAbstractType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '#gateway/graphql/graphql.ts';
import { createDocumentReader, GRAPHQL_LIMITS } from '#gateway/graphql/limits.ts';
import { createContractSchema } from '#gateway/graphql/schema.ts';
import { RATE_LIMITS } from '#server/platform/rate-limits/rate-limits.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { buyCardDocument } from './buy-card-document.ts';

const server = testApp(testDb(), { now: () => new Date(Date.UTC(2026, 10, 21, 12, 0, 30)) });
const schema = createContractSchema(OPERATIONS);
const read = createDocumentReader(schema, { introspection: false });
let addresses = 0;

/** Sends a document until it is refused by a limit, and returns how many times it wasn't. */
async function countAdmitted(query: string): Promise<number> {
  const remoteAddress = `198.51.100.${addresses++}`;
  for (let admitted = 0; ; admitted += 1) {
    const payload = { query };
    const response = await server.app.inject({ method: 'POST', url: '/graphql', payload, remoteAddress });
    if (response.statusCode === 429) return admitted;
    expect(response.statusCode).toBeLessThan(500);
  }
}

describe('[D76] the cost of a document', () => {
  test.each([
    ['an unknown field', '{ nope }', 2],
    ['a field that calls no procedure', '{ __typename }', 2],
    ['a nested field', '{ user { id } }', 2],
    ['ten nested fields', `{ user { ${'id '.repeat(10)} } }`, 3],
    ['five fields of the root', `{ ${'user { id } '.repeat(5)} }`, 6],
    ['fields of a fragment, once per use', '{ ...a ...a ...a } fragment a on Query { user { id } }', 4],
    ['a comment of 40,000 characters', `{ user { id } } # ${'x'.repeat(40_000)}`, 11],
    ['a document that can’t be parsed', '{ user {', 20],
  ])('%s', (_, text, cost) => {
    expect(read(text).cost).toBe(cost);
  });

  test('is taken from the general limit of the address, on every path', async () => {
    const { hits } = RATE_LIMITS.general;
    const remoteAddress = '203.0.113.1';
    const query = `{ ${'user { id } '.repeat(49)} }`;
    await server.deps.limits.takeRequest(remoteAddress, hits - 110);
    const statuses = [];
    for (const url of ['/graphql', `/graphql?query=${encodeURIComponent(query)}`, '/graphql']) {
      const method = url === '/graphql' ? 'POST' : 'GET';
      const payload = method === 'POST' ? { payload: { query, unused: null } } : {};
      statuses.push((await server.app.inject({ method, url, remoteAddress, ...payload })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('ends a flood of invalid and of expensive documents', async () => {
    expect(await countAdmitted('{ nope '.repeat(300))).toBeLessThan(400);
    expect(await countAdmitted(`{ ${'user { id } '.repeat(495)} }`)).toBeLessThan(100);
  });

  test('refuses documents that select too much, even through nested fragments', () => {
    const tooMany = 'The query selects too many fields.';
    expect(read(`{ ${'user { id } '.repeat(101)} }`).violation).toBe(tooMany);
    expect(read(`{ user { ${'id '.repeat(1_000)} } }`).violation).toBe(tooMany);
    expect(read(`{ ${'__typename '.repeat(101)} }`).violation).toBe(tooMany);
    const fragments = Array.from(
      { length: 30 },
      (_, i) => `fragment f${i} on User { ...f${i + 1} ...f${i + 1} }`,
    );
    expect(read(`{ user { ...f0 } } ${fragments.join(' ')} fragment f30 on User { id }`).violation).toBe(
      tooMany,
    );
  });

  test('leaves room for the back office’s largest document', () => {
    expect(read(buyCardDocument()).cost).toBeLessThan(GRAPHQL_LIMITS.cost / 10);
  });
});

describe('validation', () => {
  const listErrors = async (query: string) => (await (await server.visitor()).graphql(query)).errors;

  test('stops after ten errors', async () => {
    const errors = await listErrors(
      `{ user { ${Array.from({ length: 40 }, (_, i) => `a${i}`).join(' ')} } }`,
    );
    expect(errors).toHaveLength(11);
    expect(errors[10]?.message).toContain('Too many validation errors');
  });

  test.each([
    ['different fields', '{ user { a: id a: email } }', 'different fields'],
    [
      'different arguments',
      '{ a: getSetting(key: "1") { id } a: getSetting(key: "2") { id } }',
      'differing arguments',
    ],
    ['a fragment', '{ user { a: id ...f } } fragment f on User { a: email }', 'different fields'],
    ['a field of two selections', '{ user { a: id } user { a: email } }', 'different fields'],
    [
      'a nested fragment',
      '{ user { ...f ... { a: email } } } fragment f on User { ...g } fragment g on User { a: id }',
      'different fields',
    ],
  ])('refuses one name for %s', async (_, query, reason) => {
    expect((await listErrors(query)).map(({ message }) => message)).toEqual([
      expect.stringContaining(reason),
    ]);
  });

  test('reads long arguments once, however often a fragment repeats them', async () => {
    const field = `getSetting(key: [${'1 '.repeat(900)}]) { ...f }`;
    const startedAt = process.cpuUsage();
    const errors = await listErrors(`{ ...f } fragment f on Query { ${field} ${field} }`);
    expect(errors[0]?.message).toContain('within itself');
    // Takes several seconds if they are read for each use.
    expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(1_000);
  });

  test('accepts one name for the same field and arguments', async () => {
    const query =
      '{ a: getSetting(key: "none") { id } a: getSetting(key: "none") { key ...f } } fragment f on Setting { id }';
    expect(await listErrors(query)).toEqual([]);
  });

  test('may compare each field with the first only, because the contract has no abstract types', () => {
    expect(Object.values(schema.getTypeMap()).filter(isAbstractType)).toEqual([]);
  });
});
