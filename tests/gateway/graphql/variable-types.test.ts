import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';

// Older clients declare their variables with the previous server's type names.

const database = testDb();
const server = testApp(database);

let account: TestAccount;

beforeAll(async () => {
  account = await makeAccount(database.db);
  await makeSetting(database.db, 'supportPhone', '(555) 010-0199');
});

async function sendQuery(query: string, variables: unknown) {
  const visitor = await (await server.visitor(account)).fetchCsrfToken();
  const { data, errors } = await visitor.graphql(query, variables);
  return { data, messages: errors.map((error) => error.message) };
}

describe('variables that older clients declare with the wrong type', () => {
  test.each(['SettingKey!', 'Key', '[Keys!]!', 'ID!', 'String', 'Setting'])(
    'work in a known operation: %s',
    async (type) => {
      const { data, messages } = await sendQuery(
        `query ($key: ${type}) { GetSetting(key: $key) { value } }`,
        {
          key: 'supportPhone',
        },
      );
      expect({ data, messages }).toEqual({
        data: { GetSetting: { value: '(555) 010-0199' } },
        messages: [],
      });
    },
  );

  test('work inside an input, a list, and a fragment', async () => {
    const { data, messages } = await sendQuery(
      `query Stores($zip: Zip, $limit: Limit!, $filters: [FilterType]) {
        SearchStores(limit: $limit, filtered: $filters) { count }
        other: SearchStores(filtered: [{ id: "zip", value: $zip }]) { count }
        ...more
      }
      fragment more on Query { third: SearchStores(filtered: { id: "zip", value: $zip }) { count } }`,
      { zip: null, limit: 5, filters: [{ id: 'name', value: 'nobody' }] },
    );
    expect(messages).toEqual([]);
    expect(data).toEqual({ SearchStores: { count: 0 }, other: { count: 0 }, third: { count: 0 } });
  });

  test('still get the message of a missing field', async () => {
    const { messages } = await sendQuery(
      'mutation ($email: Email!, $name: Name!) { registerBasicAccount(email: $email, firstname: $name) { id } }',
      { email: 'new@example.com' },
    );
    expect(messages).toEqual(['Required Field']);
  });

  test('work as an input object', async () => {
    const { messages } = await sendQuery(
      'mutation Buy($info: BusinessInfo!) { purchaseBusinessPlan(info: $info) { id } }',
      { info: { plan: 6, accountID: '00000000-0000-4000-8000-000000000000', token: 'tok_visa' } },
    );
    expect(messages).toEqual(['This isn’t your account.']);
  });

  test('are still validated against the contract’s types', async () => {
    const wrongType = await sendQuery('query ($type: Kind!) { GetPolicy(type: $type) { id } }', {
      type: 'NONE',
    });
    expect(wrongType.messages).toEqual(['Variable "$type" got an invalid value.']);
    const missingValue = await sendQuery('query ($type: Kind) { GetPolicy(type: $type) { id } }', {});
    expect(missingValue.messages).toEqual([
      expect.stringContaining('"$type" of required type "PolicyType!"'),
    ]);
  });

  test('are refused with an unknown field or argument', async () => {
    const { messages } = await sendQuery('query ($key: Key) { GetSetting(name: $key) { value } }', {
      key: 'a',
    });
    expect(messages).toContainEqual(expect.stringContaining('Unknown argument "name"'));
  });

  test('are refused if two uses need different types', async () => {
    const { messages } = await sendQuery(
      'query ($it: It) { GetSetting(key: $it) { value } SearchStores(skip: $it) { count } }',
      { it: 'a' },
    );
    expect(messages).toContainEqual(expect.stringContaining('Unknown type "It"'));
  });
});
