import { describe, expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const server = testApp(testDb(), { settings: { NODE_ENV: 'test' } });

const SETTING = 'query ($key: String!) { getSetting(key: $key) { id } }';
const TWO = 'query A { user { id } } query B { getSetting(key: "none") { id } }';
const CARD = '{ getMembershipByMembershipID(membershipID: "none") { id } }';

interface Body {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
  extensions?: Record<string, unknown>;
}
const ROWS: Array<[string, Body, accept?: string]> = [
  ['a query', { query: '{ user { id } }' }],
  ['variables', { query: SETTING, variables: { key: 'none', unused: 1 } }],
  [
    'variables of an older client',
    { query: 'query ($key: OldText!) { getSetting(key: $key) { id } }', variables: { key: 'none' } },
  ],
  ['empty parameters', { query: CARD, variables: null, operationName: null, extensions: {} }],
  ['an operation selected by name', { query: TWO, operationName: 'B' }],
  ['no name for one of two operations', { query: TWO }],
  ['an empty name', { query: TWO, operationName: '' }],
  ['an unknown name', { query: TWO, operationName: 'C' }],
  ['a field that is refused', { query: 'mutation { registerBasicAccount(firstname: "A") { id } }' }],
  ['one refused field among others', { query: '{ user { id } a: getAffiliateInfo { id } }' }],
  ['a missing variable', { query: SETTING }],
  ['a variable of the wrong type', { query: SETTING, variables: { key: { secret: '123-45-6789' } } }],
  ['a value of the wrong type', { query: '{ getSetting(key: 123456789) { id } }' }],
  ['an incomplete document', { query: '{ user {' }],
  ['an empty document', { query: '' }],
  ['a comment', { query: '# nothing' }],
  ['an unknown field', { query: '{ usr { id } }' }],
  ['a subscription', { query: 'subscription { user { id } }' }],
  ['introspection', { query: '{ __schema { queryType { name } } __typename }' }],
  [
    'too many aliases',
    { query: `{ ${Array.from({ length: 16 }, (_, i) => `a${i}: user { id }`).join(' ')} }` },
  ],
  ['too much nesting', { query: `{ ${'a{'.repeat(70)}b${'}'.repeat(70)} }` }],
  ["GraphQL's own media type", { query: '{ usr }' }, 'application/graphql-response+json'],
];

async function send(body: object, accept = '*/*') {
  const response = await server.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { accept },
    payload: body,
  });
  const id = String(response.headers['x-request-id']);
  const { date: _, 'x-request-id': __, ...headers } = response.headers;
  return { status: response.statusCode, headers, body: response.body.replaceAll(id, 'id') };
}

describe('the fast path for calls with valid parameters', () => {
  // An additional parameter, even null, makes Yoga's own HTTP handler respond.
  test.each(ROWS)('responds like Yoga’s own handler: %s', async (_title, body, accept) => {
    const viaYoga = await send({ ...body, unused: null }, accept);
    expect(await send(body, accept)).toEqual(viaYoga);
    // The document is now cached.
    expect(await send(body, accept)).toEqual(viaYoga);
  });
});
