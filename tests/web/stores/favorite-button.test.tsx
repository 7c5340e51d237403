import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeStore } from '#tests/helpers/factories/store.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const app = testApp(database);
const web = startWeb(app);

test('someone whose membership has lapsed can remove a favorite, but not add it again', async () => {
  const account = await makeAccount(database.db);
  const { subscriptionId } = await makeMembership(database.db, { accountId: account.id });
  const { businessId } = await makeStore(database.db);
  const { favorites } = app.caller(account);
  await favorites.add({ businessId });
  await database.db
    .updateTable('subscriptions')
    .set({ periodEnd: new Date('2026-01-31T12:00:00Z') })
    .where('id', '=', subscriptionId)
    .execute();
  const [favorite] = await favorites.list();
  const { user } = await web.open(`/savings/${favorite?.slug}`, account);
  await user.click(await screen.findByRole('button', { name: 'Favorite', pressed: true }));
  await waitFor(async () => expect(await favorites.list()).toEqual([]));
  expect(await screen.findByText(/to save favorites/)).toBeVisible();
});
