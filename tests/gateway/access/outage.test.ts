import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReader } from '#db/reader.ts';
import { createSessions } from '#server/platform/security/session.ts';
import { buildTestApp, type TestApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { type Meter, metered } from '#tests/helpers/database/metered-db.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { openBrowser, sendCall } from './send-call.ts';
import { TABLE } from './table.ts';
import { makeWorld, type World } from './world.ts';

// Calls every entry point while the database fails, either from the start or in the middle of the call.

const SENTENCE = 'We are having trouble right now. Please try again in a moment.';
const MAX_STATEMENTS = caseCount(2, 40);

const database = seededTestDb();
const checkout = testCheckout(database);
let world: World;
let meter: Meter;
let failing: TestApp;

beforeAll(async () => {
  world = await makeWorld(checkout());
  meter = metered(database.db);
  const { db } = meter;
  const { log: _, ...deps } = checkout().deps;
  const sessions = createSessions(db, { secure: false, domain: undefined, now: deps.now });
  failing = await buildTestApp(db, { ...deps, db, reader: createReader({ writer: db }), sessions });
});
afterAll(() => failing?.close());

const OUTCOME_UNKNOWN = ['PAYMENT_UNCONFIRMED', 'CANCEL_UNCONFIRMED'];

/**
 * Makes a call whose database fails after this many statements. Returns false if the call finished without
 * needing more.
 */
async function callDuringOutage(row: (typeof TABLE)[number], statements: number): Promise<boolean> {
  const actor = world.actors[row.isStaffOnly ? '42' : '0'];
  meter.reset();
  // An interrupted purchase would block the account's next one.
  await database.db
    .updateTable('purchases')
    .set({ status: 'failed' })
    .where('status', '=', 'pending')
    .execute();
  const call = await row.call(actor, world);
  const visitor = await openBrowser(failing, row, actor);
  meter.failAfter(statements);
  // A download that breaks in the middle has no status.
  const response = await sendCall(visitor, row.entryPoint, call).catch(() => null);
  meter.reset();
  const faults = failing.log.takeFaults().map(({ level, text }) => `${level} ${text}`);
  if (response === null) return true;
  const { statusCode, headers, body } = response;
  expect({ statements, statusCode, body, faults }).toEqual({
    statements,
    statusCode: expect.toSatisfy((status: number) => status < 500 || status === 503),
    // The metrics of this process count the errors of other tests, too.
    body: expect.not.stringMatching(/(?<!code=")UNEXPECTED/),
    faults: faults.filter((fault) => fault.startsWith('warn')),
  });
  if (!body.includes(SENTENCE)) return OUTCOME_UNKNOWN.some((code) => body.includes(code));
  expect(statusCode).toBe(row.entryPoint.startsWith('graphql ') ? 200 : 503);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(faults).not.toEqual([]);
  return true;
}

describe.each(TABLE.map((row) => [row.entryPoint, row] as const))('[D62] %s', (_, row) => {
  test('reports a database outage and never an internal error', async () => {
    for (let statements = 0; statements < MAX_STATEMENTS; statements++) {
      if (!(await callDuringOutage(row, statements))) break;
    }
  });
});
