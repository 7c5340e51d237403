import { describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });

describe('viewer.user', () => {
  test('[S7 user] is null for a visitor', async () => {
    expect(await app.caller().viewer.user()).toBeNull();
  });

  test('[S3 User] returns exactly the specified fields', async () => {
    const ivy = await makeAccount(database.db, {
      email: 'ivy@example.com',
      firstname: 'Ivy',
      lastname: 'Turner',
      accountType: 1,
      isInfluencer: true,
      isFriend: true,
    });
    expect(await app.caller(ivy).viewer.user()).toEqual({
      id: ivy.id,
      firstname: 'Ivy',
      lastname: 'Turner',
      email: 'ivy@example.com',
      accountType: 1,
      businessSearchList: false,
      hasBusinessPlan: false,
      hasValidMembership: false,
      influencer: true,
      friend: true,
      hasW9: false,
      hasW8: false,
      w9: null,
    });
  });

  test('[S3 User] has a valid membership only through the account’s own active membership', async () => {
    const member = await makeAccount(database.db);
    const stranger = await makeAccount(database.db);
    await makeMembership(database.db, { accountId: member.id });
    expect(await app.caller(member).viewer.user()).toMatchObject({ hasValidMembership: true });
    expect(await app.caller(stranger).viewer.user()).toMatchObject({ hasValidMembership: false });

    const lateAccount = await makeAccount(database.db);
    await makeMembership(database.db, { accountId: lateAccount.id, subscription: { status: 'past_due' } });
    expect(await app.caller(lateAccount).viewer.user()).toMatchObject({ hasValidMembership: false });
  });
});
