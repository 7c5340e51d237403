import { expect, test } from 'vitest';
import { findDuplicates } from '#server/domains/stores/duplicates/find-duplicates.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeStore } from '#tests/helpers/factories/store.ts';
import { act, actTwice } from '#tests/helpers/staff.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });

const noContact = { zip: null, street1: null, phone: null, latitude: 1, longitude: 1 };

test('finds businesses of the same name with the same address, phone, website, or ZIP code', async () => {
  const pair = async (name: string, one: object, other: object) => {
    await makeStore(database.db, { ...noContact, ...one, business: { name } });
    await makeStore(database.db, { ...noContact, ...other, business: { name } });
  };
  await pair('By Phone', { phone: '(555) 010-0111' }, { phone: '+1 555.010.0111' });
  await pair('By Address', { street1: '1 Elm St', zip: '80202' }, { street1: '1 ELM ST', zip: '80202-1234' });
  await pair('By ZIP', { street1: '1 Elm St', zip: '80203' }, { street1: '9 Oak St', zip: '80203' });
  await pair('Far Away', { zip: '80204', phone: '555-010-0999' }, { zip: '10001' });
  await makeStore(database.db, {
    ...noContact,
    phone: '(555) 010-0111',
    business: { name: 'Same Phone, Other Name' },
  });
  const site = (url: string) =>
    makeStore(database.db, { ...noContact, business: { name: 'Café Site', url } });
  await site('https://www.Site.example/a');
  await makeStore(database.db, { ...noContact, business: { name: 'Cafe Site', url: 'http://site.example' } });

  const staff = await makeAccount(database.db, { accountType: 10 });
  const { lists, duplicates, businesses } = server.staffCaller(staff).staff;
  const listOpen = async () => {
    await findDuplicates(server.deps);
    const { rows } = await lists.read({ list: 'duplicates' });
    return rows.toSorted((a, b) => String(a.name).localeCompare(String(b.name)));
  };
  const openDuplicates = await listOpen();
  expect(openDuplicates.map(({ name, other, reasons }) => [name, other, reasons])).toEqual([
    ['By Address', 'By Address', 'Same address, Same ZIP code'],
    ['By Phone', 'By Phone', 'Same phone'],
    ['By ZIP', 'By ZIP', 'Same ZIP code'],
    ['Café Site', 'Cafe Site', 'Same website'],
  ]);

  const [byAddress, byPhone] = openDuplicates.map(({ id }) => ({ id: String(id) }));
  const values = { id: byAddress?.id ?? '' };
  await expect(actTwice(duplicates.dismiss, values)).resolves.toMatchObject({
    message: expect.stringContaining('Someone else changed this'),
  });
  const comparison = await duplicates.find({ id: byPhone?.id ?? '' });
  const [, second] = comparison.businesses;
  const hidden = { id: second?.id ?? '', version: second?.version ?? '' };
  const preview = await businesses.hide.preview({ values: hidden });
  await businesses.hide.perform({ values: hidden, version: preview.version, reason: 'The same shop' });
  // Neither comes back with the next run.
  expect((await listOpen()).map(({ name }) => name)).toEqual(['By ZIP', 'Café Site']);
  const { rows } = await lists.read({ list: 'duplicates', filters: { state: 'dismissed' } });
  expect(rows).toMatchObject([{ name: 'By Address' }]);

  // Nor does it come back after one of its businesses was hidden for a while.
  const [dismissed] = (await duplicates.find(values)).businesses;
  const id = dismissed?.id ?? '';
  await act(businesses.hide, { id, version: (await businesses.find({ id })).version });
  await listOpen();
  await act(businesses.show, { id, version: (await businesses.find({ id })).version });
  expect((await listOpen()).map(({ name }) => name)).toEqual(['By ZIP', 'Café Site']);
});
