import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '#gateway/graphql/graphql.ts';
import { listSpellings } from '#gateway/graphql/schema.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { listEntryPoints } from './entry-points.ts';
import { type Row, SIGNS, type Sign } from './row.ts';
import { openBrowser, sendCall } from './send-call.ts';
import { TABLE } from './table.ts';
import { type Actor, makeWorld, ROLES, type World } from './world.ts';

// Calls every entry point as each role to which it applies.

const checkout = testCheckout(seededTestDb());
let world: World;

beforeAll(async () => {
  world = await makeWorld(checkout());
});

interface ParsedResponse {
  refused: string | null;
  text: string;
}

const CODES: Record<number, string> = { 401: 'NOT_SIGNED_IN', 403: 'NOT_ALLOWED', 404: 'NOT_FOUND' };

function parseResponse(
  entryPoint: string,
  { statusCode, body }: { statusCode: number; body: string },
): ParsedResponse {
  const [kind = ''] = entryPoint.split(' ');
  if (kind === 'graphql') {
    const { data, errors } = JSON.parse(body);
    const code = errors?.[0]?.extensions?.code;
    return { refused: code === undefined ? null : String(code), text: JSON.stringify(data ?? null) };
  }
  if (kind === 'query' || kind === 'mutation') {
    const { result, error } = JSON.parse(body);
    return { refused: error?.data.code ?? null, text: JSON.stringify(result?.data ?? null) };
  }
  return { refused: statusCode < 400 ? null : (CODES[statusCode] ?? String(statusCode)), text: body };
}

/** Calls an entry point. Returns one response or, for a GraphQL name, one for each of its spellings. */
async function callEntryPoint(row: Row, actor: Actor): Promise<ParsedResponse[]> {
  const fields = row.entryPoint.startsWith('graphql ')
    ? listSpellings(row.entryPoint.slice('graphql '.length))
    : [''];
  const responses: ParsedResponse[] = [];
  for (const field of fields) {
    const visitor = await openBrowser(checkout(), row, actor);
    const call = await row.call(actor, world);
    responses.push(parseResponse(row.entryPoint, await sendCall(visitor, row.entryPoint, call, field)));
  }
  return responses;
}

const NOT_FOUND_CODES = ['BUSINESS_NOT_FOUND', 'MEMBERSHIP_NOT_FOUND', 'PURCHASE_NOT_FOUND', 'NOT_FOUND'];
const REFUSALS: Partial<Record<Sign, readonly string[]>> = {
  L: ['NOT_SIGNED_IN'],
  A: ['ACCOUNT_MISMATCH'],
  N: NOT_FOUND_CODES,
  S: ['ALREADY_SIGNED_UP'],
  U: ['ACCOUNT_IN_USE'],
  K: ['PASSKEY_REFUSED'],
};

function check(sign: Sign, row: Row, actor: Actor, response: ParsedResponse): void {
  const refusals = REFUSALS[sign];
  if (refusals) {
    expect(refusals).toContain(response.refused);
    return;
  }
  expect(response.refused).toBeNull();
  if (row.reveals) expect(row.reveals(response.text, actor.rows, world)).toBe(sign === '+');
}

function isSign(text: string): text is Sign {
  return Object.hasOwn(SIGNS, text);
}

describe('[architecture] the table of entry points', () => {
  // The staff console has its own tests: staff-procedures.test.ts for access, and each section's tests for
  // behavior.
  test('has exactly one row for every procedure, GraphQL name, and REST call outside the staff console', () => {
    const isOfSite = (name: string) => !/^\w+ (staff\.|\/api\/staff\/)/.test(name);
    const names = TABLE.map((row) => row.entryPoint).filter(isOfSite);
    expect(names.toSorted()).toEqual(listEntryPoints(checkout().app).filter(isOfSite).toSorted());
  });

  test('has a cell for every role at every entry point', () => {
    for (const { entryPoint, cells } of TABLE) {
      const signs = cells.split(' ');
      expect({ entryPoint, cells: signs.length, known: signs.every(isSign) }).toEqual({
        entryPoint,
        cells: ROLES.length,
        known: true,
      });
    }
  });
});

describe.each(TABLE.map((row) => [row.entryPoint, row] as const))('[D39] %s', (_, row) => {
  const cells = row.cells.split(' ').map((sign, i) => ({ sign, role: ROLES[i] }));
  test.each(cells.filter(({ sign }) => sign !== '.'))('$role: $sign', async ({ sign, role }) => {
    if (role === undefined || !isSign(sign)) throw new Error('The row has too many cells');
    const actor = world.actors[role];
    for (const response of await callEntryPoint(row, actor)) check(sign, row, actor, response);
  });
});

test('[S6 /user] a refused cancellation by another account leaves the owner’s membership active', async () => {
  const { membershipNumber } = world.actors.another.rows;
  const caller = checkout().caller();
  expect(OPERATIONS.some((row) => row.name === 'cancelMembershipForUser')).toBe(true);
  expect(await caller.verification.find({ number: membershipNumber })).toMatchObject({ canceled: false });
  const ownResult = await caller.verification.find({ number: world.actors['0'].rows.membershipNumber });
  expect(ownResult).toMatchObject({ canceled: true });
});
