import { expect, test } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makeCompanyForm } from '#tests/helpers/purchases/company.ts';

const database = testDb();
const server = testApp(database);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

test('the last used address and telephone number are remembered, and only for their account', async () => {
  const { db } = database;
  const account = await makeAccount(db, { zip: '59718' });
  const remembered = () => server.caller(account).checkout.rememberedContact();
  expect(await remembered()).toEqual({ phone: null, zip: '59718', address: null });

  await server
    .caller(account)
    .corporate.register(makeCompanyForm({ street1: '1 Office Park', phone: '303 555 0101' }));
  expect(await remembered()).toMatchObject({ phone: '303 555 0101', address: { street1: '1 Office Park' } });

  const cart = { street1: '2 Home Street', street2: 'Apt 3', phone: '303 555 0102' };
  await makePurchase(db, { accountId: account.id, cart, settledAt: inHours(1) });
  await makePurchase(db, {
    accountId: account.id,
    cart: { street1: '9 Unpaid Road' },
    status: 'failed',
    settledAt: null,
  });
  await makePurchase(db, { cart: { street1: '8 Stranger Lane' }, settledAt: inHours(2) });
  expect(await remembered()).toMatchObject({
    phone: '303 555 0102',
    address: { street1: '2 Home Street', street2: 'Apt 3', city: 'Denver', state: 'CO', zip: '80202' },
  });

  const { id: membershipId } = await makeMembership(db, { accountId: account.id });
  await db
    .insertInto('physicalCardRequests')
    .values({
      id: newId(),
      membershipId,
      recipient: 'Maria Gomez',
      email: account.email,
      street1: '4 New Place',
      street2: null,
      city: 'Boulder',
      state: 'CO',
      zip: '80301',
      country: 'US',
      requestedAt: inHours(3),
    })
    .execute();
  expect(await remembered()).toMatchObject({
    zip: '80301',
    address: { street1: '4 New Place', street2: null },
  });
});
