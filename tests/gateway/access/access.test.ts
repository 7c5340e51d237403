import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '#gateway/graphql/operations.ts';
import { spellings } from '#gateway/graphql/schema.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { doorsOf } from './doors.ts';
import { type Call, type Row, SIGNS, type Sign } from './row.ts';
import { TABLE } from './table.ts';
import { type Actor, makeWorld, ROLES, type World } from './world.ts';

// The closing check of DESIGN section 7: every way in, against everybody who may knock.

const checkout = testCheckout(testDb());
let world: World;

beforeAll(async () => {
  world = await makeWorld(checkout());
});

/** What came back: a code where it was refused, and the whole answer as text. */
interface Answer {
  refused: string | null;
  text: string;
}

async function throughProcedure(visitor: Visitor, door: string, call: Call): Promise<Answer> {
  const [kind = '', path = ''] = door.split(' ');
  const { error, data } = await visitor.trpc(kind === 'query' ? 'query' : 'mutation', path, call.input);
  return { refused: error?.data.code ?? null, text: JSON.stringify(data ?? null) };
}

async function throughGraphQL(visitor: Visitor, field: string, call: Call): Promise<Answer> {
  const { data, errors } = await visitor.graphql(call.document?.(field) ?? '', call.input);
  const code = errors[0]?.extensions?.code;
  return { refused: code === undefined ? null : String(code), text: JSON.stringify(data ?? null) };
}

const CODES: Record<number, string> = { 401: 'NOT_SIGNED_IN', 403: 'NOT_ALLOWED', 404: 'NOT_FOUND' };

const METHODS = ['GET', 'PUT', 'DELETE'] as const;

async function throughRoute(visitor: Visitor, door: string, call: Call): Promise<Answer> {
  const [method = '', path = ''] = door.split(' ');
  const url = call.url ?? path;
  const { headers = {}, payload } = call;
  const isBodiless = method === 'GET' || method === 'DELETE';
  const response = await visitor.send(
    METHODS.find((known) => known === method) ?? 'POST',
    url,
    payload === undefined ? { headers, ...(isBodiless ? {} : { body: call.input }) } : { payload, headers },
  );
  const { statusCode } = response;
  return {
    refused: statusCode < 400 ? null : (CODES[statusCode] ?? String(statusCode)),
    text: response.body,
  };
}

/** The answers through a door: one, or one for each spelling of a name. */
async function knock(row: Row, actor: Actor): Promise<Answer[]> {
  const fields = row.door.startsWith('graphql ') ? spellings(row.door.slice('graphql '.length)) : [''];
  const answers: Answer[] = [];
  for (const field of fields) {
    const visitor = await (await checkout().visitor(actor.account)).takeCsrfToken();
    const call = await row.call(actor, world);
    if (field) answers.push(await throughGraphQL(visitor, field, call));
    else if (/^(query|mutation) /.test(row.door))
      answers.push(await throughProcedure(visitor, row.door, call));
    else answers.push(await throughRoute(visitor, row.door, call));
  }
  return answers;
}

const NOT_THERE = ['BUSINESS_NOT_FOUND', 'MEMBERSHIP_NOT_FOUND', 'PURCHASE_NOT_FOUND', 'NOT_FOUND'];
const REFUSALS: Partial<Record<Sign, readonly string[]>> = {
  L: ['NOT_SIGNED_IN'],
  A: ['ACCOUNT_MISMATCH'],
  N: NOT_THERE,
  S: ['ALREADY_SIGNED_UP'],
};

function check(sign: Sign, row: Row, actor: Actor, answer: Answer): void {
  const refusals = REFUSALS[sign];
  if (refusals) {
    expect(refusals).toContain(answer.refused);
    return;
  }
  expect(answer.refused).toBeNull();
  if (row.reveals) expect(row.reveals(answer.text, actor.rows, world)).toBe(sign === '+');
}

function isSign(text: string): text is Sign {
  return Object.hasOwn(SIGNS, text);
}

describe('[2 must be shown] the table of doors', () => {
  test('has a row for every procedure, GraphQL name and call that there is, and no other', () => {
    expect(TABLE.map((row) => row.door).toSorted()).toEqual(doorsOf(checkout().app).toSorted());
  });

  test('says something of every role at every door', () => {
    for (const { door, cells } of TABLE) {
      const signs = cells.split(' ');
      expect({ door, cells: signs.length, known: signs.every(isSign) }).toEqual({
        door,
        cells: ROLES.length,
        known: true,
      });
    }
  });
});

describe.each(TABLE.map((row) => [row.door, row] as const))('[D39] %s', (_, row) => {
  const cells = row.cells.split(' ').map((sign, i) => ({ sign, role: ROLES[i] }));
  test.each(cells.filter(({ sign }) => sign !== '.'))('$role: $sign', async ({ sign, role }) => {
    if (role === undefined || !isSign(sign)) throw new Error('The row has a cell too many');
    const actor = world.actors[role];
    for (const answer of await knock(row, actor)) check(sign, row, actor, answer);
  });
});

test('[S6 /user] what another was refused has not happened: the owner’s membership is not canceled', async () => {
  const { membershipNumber } = world.actors.another.rows;
  const caller = checkout().caller();
  expect(OPERATIONS.some((row) => row.name === 'cancelMembershipForUser')).toBe(true);
  expect(await caller.verification.find({ number: membershipNumber })).toMatchObject({ canceled: false });
  const own = await caller.verification.find({ number: world.actors['0'].rows.membershipNumber });
  expect(own).toMatchObject({ canceled: true });
});
