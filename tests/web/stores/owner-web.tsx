import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import type { TestDatabaseHandle } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makePlaces } from '#tests/helpers/factories/store.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const NOW = new Date('2026-11-21T18:00:00Z');

interface Owner {
  account: TestAccount;
  businessId: string;
}

/** Sets up tests that open pages as the owner of a business. Each test gets a new owner. */
export function ownerWeb(database: TestDatabaseHandle) {
  const app = testApp(database, { now: () => NOW, limits: NO_LIMITS });
  const web = startWeb(app);
  let current: Owner | undefined;
  const owner = () => {
    if (current === undefined) throw new Error('The owner exists only inside tests and hooks.');
    return current;
  };

  beforeAll(() =>
    makePlaces(database.db, [
      { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.7491, longitude: -104.9946 },
    ]),
  );
  beforeEach(async () => {
    const account = await makeAccount(database.db);
    current = { account, businessId: await makeOwnedBusiness(database.db, { accountId: account.id }) };
  });

  return {
    owner,
    businesses: () => app.caller(owner().account).businesses,
    open: (path = '/user/business') => web.open(path, owner().account),
  };
}

/** `hidden` skips the visibility check of every ancestor, which takes seconds on a page of this size. */
export const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name, hidden: true }));

export async function retype(user: UserEvent, label: string | RegExp, text: string) {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

export const withinDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
