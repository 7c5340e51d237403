import { describe, expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '#server/app/demo/accounts.ts';
import type { RequestedRole } from '#server/domains/affiliates/affiliate.schema.ts';
import { findRoleConflict } from '#server/domains/affiliates/affiliate.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { affiliateSignup } from '#tests/helpers/purchases/affiliate.ts';
import { asInput, captureError } from '#tests/helpers/purchases/business-plan.ts';

const database = seededTestDb();
const app = testApp(database);

const BASIC_REFUSAL = 'You already have a Basic Account!';
const INFLUENCER_REFUSAL = 'You are already signed up to be an Influencer!';
const LOYALTY_REFUSAL = 'You already are part of the Business Loyalty Program!';
const EDUCATOR_REFUSAL = 'You already signed up to be an Educator!';
const ADMIN_REFUSAL =
  'Your account is set to be an admin. You cannot register for a different type of account.';
const DEVELOPER_REFUSAL =
  'Your account is set to be a developer. You cannot register for a different type of account.';
const FRIEND_REFUSAL = 'You are already signed up to be a Friend!';

/** The expected refusal of each requested role (null if it is allowed), by account type. */
const TABLE: Array<[type: number, Record<RequestedRole, string | null>]> = [
  [0, { basic: BASIC_REFUSAL, friend: null, influencer: null, loyalty: null, educator: null }],
  [
    1,
    {
      basic: INFLUENCER_REFUSAL,
      friend: null,
      influencer: INFLUENCER_REFUSAL,
      loyalty: null,
      educator: null,
    },
  ],
  [
    2,
    {
      basic: LOYALTY_REFUSAL,
      friend: null,
      influencer: LOYALTY_REFUSAL,
      loyalty: LOYALTY_REFUSAL,
      educator: null,
    },
  ],
  [
    3,
    {
      basic: EDUCATOR_REFUSAL,
      friend: null,
      influencer: EDUCATOR_REFUSAL,
      loyalty: EDUCATOR_REFUSAL,
      educator: EDUCATOR_REFUSAL,
    },
  ],
  [
    10,
    {
      basic: ADMIN_REFUSAL,
      friend: null,
      influencer: ADMIN_REFUSAL,
      loyalty: ADMIN_REFUSAL,
      educator: ADMIN_REFUSAL,
    },
  ],
  [
    42,
    {
      basic: DEVELOPER_REFUSAL,
      friend: null,
      influencer: DEVELOPER_REFUSAL,
      loyalty: DEVELOPER_REFUSAL,
      educator: DEVELOPER_REFUSAL,
    },
  ],
];
const ROLES: RequestedRole[] = ['basic', 'friend', 'influencer', 'loyalty', 'educator'];
const CELLS = TABLE.flatMap(([type, row]) => ROLES.map((role) => [type, role, row[role]] as const));

describe('[S6 refusal][D23] a request for a type', () => {
  test.each(CELLS)('by type %i as %s gets the message: %s', (accountType, role, sentence) => {
    expect(findRoleConflict({ accountType, isFriend: false }, role)).toBe(sentence);
    // Being a friend affects only a request for that role.
    expect(findRoleConflict({ accountType, isFriend: true }, role)).toBe(
      role === 'friend' ? FRIEND_REFUSAL : sentence,
    );
  });

  test.each(CELLS.filter(([, , sentence]) => sentence !== null))(
    'by type %i as %s is refused before any field is validated',
    async (accountType, role, sentence) => {
      const caller = app.caller(await makeAccount(database.db, { accountType }));
      const error = await captureError(caller.affiliateSignup.join(asInput({ role })));
      expect(error).toMatchObject({ code: 'ALREADY_SIGNED_UP', message: sentence, status: 409 });
      expect(error.fieldErrors).toBeUndefined();
    },
  );

  test('above the account’s type gets errors for missing fields instead', async () => {
    const caller = app.caller(await makeAccount(database.db, { accountType: 2 }));
    const error = await captureError(caller.affiliateSignup.join(asInput({ role: 'educator' })));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', fieldErrors: { phone: 'Required' } });
  });
});

describe('[S4 affiliate signup] the signup wizard’s status', () => {
  test.each([
    [{ accountType: 0 }, 'friend', { refusal: null, alreadySignedUp: false }],
    [{ accountType: 0, isFriend: true }, 'friend', { refusal: FRIEND_REFUSAL, alreadySignedUp: true }],
    [{ accountType: 3, isFriend: true }, 'friend', { refusal: FRIEND_REFUSAL, alreadySignedUp: true }],
    [
      { accountType: 1, isInfluencer: true },
      'influencer',
      { refusal: INFLUENCER_REFUSAL, alreadySignedUp: true },
    ],
    [
      { accountType: 3, isInfluencer: true },
      'influencer',
      { refusal: EDUCATOR_REFUSAL, alreadySignedUp: true },
    ],
    [{ accountType: 3 }, 'influencer', { refusal: EDUCATOR_REFUSAL, alreadySignedUp: false }],
    [{ accountType: 1, isInfluencer: true }, 'educator', { refusal: null, alreadySignedUp: false }],
    [{ accountType: 3 }, 'educator', { refusal: EDUCATOR_REFUSAL, alreadySignedUp: false }],
    [{ accountType: 2 }, 'loyalty', { refusal: LOYALTY_REFUSAL, alreadySignedUp: false }],
  ] as const)('is correct for %j as %s', async (columns, role, expectedStanding) => {
    const caller = app.caller(await makeAccount(database.db, columns));
    expect(await caller.affiliateSignup.standing({ role })).toEqual(expectedStanding);
  });

  test('remembers a completed signup even if staff change the account’s type', async () => {
    const [account, { id: reference }] = await Promise.all([
      makeAccount(database.db),
      makeAccount(database.db, { accountType: 3 }),
    ]);
    const caller = app.caller(account);
    await caller.affiliateSignup.join(affiliateSignup({ role: 'influencer', reference }));
    await database.db.updateTable('accounts').set({ accountType: 0 }).where('id', '=', account.id).execute();
    expect(await caller.affiliateSignup.standing({ role: 'influencer' })).toEqual({
      refusal: INFLUENCER_REFUSAL,
      alreadySignedUp: true,
    });
    const secondError = await captureError(
      caller.affiliateSignup.join(affiliateSignup({ role: 'influencer', reference })),
    );
    expect(secondError).toMatchObject({ code: 'ALREADY_SIGNED_UP', message: INFLUENCER_REFUSAL });
  });
});

test('[D39] every demo affiliate has a reference code', () => {
  const affiliates = DEMO_ACCOUNTS.filter(
    (account) => [1, 2, 3].includes(account.accountType) || ('isFriend' in account && account.isFriend),
  );
  expect(affiliates.map(({ role }) => role)).toEqual(
    expect.arrayContaining([
      "visitor's friend",
      'influencer',
      'educator',
      'loyalty affiliate',
      'demo affiliate',
    ]),
  );
  for (const account of affiliates) {
    expect('referenceCode' in account ? account.referenceCode : '').toMatch(/^[A-Z0-9]{4,}$/);
  }
});
