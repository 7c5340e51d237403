import { beforeAll, describe, expect, test } from 'vitest';
import { errorSentence } from '#server/lib/errors.ts';
import { PASSKEY_EXEMPTIONS } from '#server/staff/kit/passkey-exemptions.shared.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCompany } from '#tests/helpers/factories/company.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { listEntryPoints } from './entry-points.ts';
import { sendCall } from './send-call.ts';

// The procedures come from the router, so that none of the console's can be left out. table.ts has the calls
// that succeed.

/** Procedures that staff may call before they have used a passkey. */
const BEFORE_PASSKEY = ['access', 'prepareAdding', 'add', 'prepareUse', 'use'].map(
  (name) => `accounts.passkeys.${name}`,
);

const PASSKEY_SENTENCE = errorSentence('PASSKEY_REQUIRED');

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });
const callers = new Map<string, Visitor>();

beforeAll(async () => {
  const { db } = database;
  const makeCaller = async (name: string, account: TestAccount | null) =>
    callers.set(name, await (await server.visitor(account)).fetchCsrfToken());
  const [member, owner, company] = [await makeAccount(db), await makeAccount(db), await makeAccount(db)];
  await makeMembership(db, { accountId: member.id });
  await makeOwnedBusiness(db, { accountId: owner.id });
  await makeCompany(db, { accountId: company.id });
  await makeCaller('a visitor', null);
  await makeCaller('a member', member);
  await makeCaller('a business owner', owner);
  await makeCaller('a company', company);
  for (const [name, accountType] of [
    ['an influencer', 1],
    ['a loyalty affiliate', 2],
    ['an educator', 3],
    ['an admin without a passkey', 10],
    ['a developer without a passkey', 42],
  ] as const) {
    await makeCaller(name, await makeAccount(db, { accountType }));
  }
});

function getRefusal(name: string, path: string): string | null {
  if (name === 'a visitor') return 'NOT_SIGNED_IN';
  if (!name.endsWith('without a passkey')) return 'NOT_ALLOWED';
  return BEFORE_PASSKEY.includes(path) ? null : 'PASSKEY_REQUIRED';
}

const isStaffCall = (entryPoint: string) => /^\w+ (staff\.|accounts\.passkeys\.)/.test(entryPoint);

describe('[D57] the staff console', () => {
  test('refuses every procedure to everyone but staff with a passkey', async () => {
    const procedures = listEntryPoints(server.app).filter(isStaffCall);
    expect(procedures.length).toBeGreaterThan(BEFORE_PASSKEY.length);
    for (const entryPoint of procedures) {
      const [, path = ''] = entryPoint.split(' ');
      for (const [name, visitor] of callers) {
        const refusal = getRefusal(name, path);
        if (refusal === null) continue;
        const { error } = (await sendCall(visitor, entryPoint, {})).json();
        // Developers' procedures refuse an admin because of the account's type, before they ask for a passkey.
        const acceptedCodes = name.startsWith('an admin') ? ['NOT_ALLOWED', refusal] : [refusal];
        expect(acceptedCodes, `${entryPoint} by ${name}`).toContain(error?.data.code);
      }
    }
  });

  test('refuses its files to them', async () => {
    const files = listEntryPoints(server.app).filter((entryPoint) => entryPoint.includes(' /api/staff/'));
    expect(files.length).toBeGreaterThan(0);
    for (const entryPoint of files) {
      const url = entryPoint.replace(/^\w+ /, '').replace(/:\w+/g, 'audit');
      for (const [name, visitor] of callers) {
        const { statusCode } = await sendCall(visitor, entryPoint, { url });
        const refusal = name === 'a visitor' ? 401 : 403;
        expect({ entryPoint, name, statusCode }).toEqual({ entryPoint, name, statusCode: refusal });
      }
    }
  });
});

describe('[D74] a passkey used in the last ten minutes', () => {
  const isStaffFile = (entryPoint: string) => entryPoint.includes(' /api/staff/');

  /** Names an action once, and every other call as the list of exemptions does. */
  const toName = (entryPoint: string) =>
    isStaffFile(entryPoint) ? entryPoint : entryPoint.replace(/^\w+ |\.(?:preview|perform)$/g, '');

  test('is required for every mutation, action, and file that is not exempt', async () => {
    const developer = await makeAccount(database.db, { accountType: 42 });
    const visitor = await server.staffVisitor(developer, new Date(Date.now() - 11 * 60_000));
    const refused = new Set<string>();
    const accepted = new Set<string>();
    for (const entryPoint of listEntryPoints(server.app)) {
      if (!isStaffCall(entryPoint) && !isStaffFile(entryPoint)) continue;
      const url = isStaffFile(entryPoint)
        ? entryPoint.replace(/^\w+ /, '').replace(/:\w+/g, 'audit')
        : undefined;
      const response = await sendCall(visitor, entryPoint, url === undefined ? {} : { url });
      const { error } = response.json();
      const isRefused = error === PASSKEY_SENTENCE || error?.data?.code === 'PASSKEY_REQUIRED';
      if (entryPoint.startsWith('query '))
        expect({ entryPoint, isRefused }).toEqual({ entryPoint, isRefused: false });
      else (isRefused ? refused : accepted).add(toName(entryPoint));
    }
    const beforePasskey = BEFORE_PASSKEY.filter((name) => name !== 'accounts.passkeys.access');
    expect([...accepted].toSorted()).toEqual(
      [...Object.keys(PASSKEY_EXEMPTIONS), ...beforePasskey].toSorted(),
    );
    // An action's preview and its performance follow the same rule.
    expect([...refused].filter((name) => accepted.has(name))).toEqual([]);
    expect([...refused]).toEqual(
      expect.arrayContaining(['staff.members.grant', 'staff.system.retry', 'staff.promoCodes.create']),
    );
  });

  test('has a reason for each exemption', () => {
    for (const reason of Object.values(PASSKEY_EXEMPTIONS)) expect(reason).toMatch(/^[A-Z].{20,}/);
  });
});
