import { describe, expect, test } from 'vitest';
import { removeOldImportFiles } from '#server/staff/imports/import.service.ts';
import { IMPORT_FILE_DAYS } from '#server/staff/imports/import-kinds.shared.ts';
import { continueImport } from '#server/staff/imports/import-run.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { createStoresFile, type FileRow } from '../../cli/stores/stores-file.ts';

const database = testDb();
const server = testApp(database);

const staffAccount = () => makeAccount(database.db, { accountType: 10 });

async function uploadFile(file: string | Buffer, staff?: Awaited<ReturnType<typeof staffAccount>>) {
  const account = staff ?? (await staffAccount());
  const visitor = await server.staffVisitor(account);
  const response = await visitor.send('POST', '/api/staff/imports/businesses?name=stores.csv', {
    payload: file,
    headers: { 'content-type': 'text/csv' },
  });
  expect([response.statusCode, response.json()]).toEqual([200, { id: expect.any(String) }]);
  const { id }: { id: string } = response.json();
  const imports = server.staffCaller(account).staff.imports;
  return {
    id,
    find: () => imports.find({ id }),
    faults: (after?: { line: number; position: number }) => imports.faults({ id, after }),
    step: (stepMs?: number) => continueImport(server.deps, id, stepMs),
    act: async (action: 'start' | 'cancel') => {
      const values = { id };
      const { version } = await imports[action].preview({ values });
      return imports[action].perform({ values, version, reason: 'A partner sent it' });
    },
  };
}

const makeRows = (name: string, count: number): FileRow[] =>
  Array.from({ length: count }, (_, index) => ({
    business_key: `${name}-${index}`,
    businessname: `${name} ${index}`,
  }));
const countBusinesses = async (name: string) =>
  (await database.db.selectFrom('businesses').select('id').where('name', 'like', `${name} %`).execute())
    .length;
const listAudit = (id: string) =>
  database.db
    .selectFrom('auditLog')
    .select(['action', 'reason', 'change'])
    .where('subject', '=', `import:${id}`)
    .orderBy('at')
    .orderBy('id')
    .execute();

describe('an uploaded stores file', () => {
  test('is checked first, which changes nothing, and then imported with the counts of the check', async () => {
    const rows = makeRows('Checked', 3);
    const first = await uploadFile(createStoresFile(rows));
    await first.step();
    await first.act('start');
    await first.step();

    const changedRows = rows.map((row, index) => (index === 0 ? { ...row, street1: '2 Elm St' } : row));
    const upload = await uploadFile(
      createStoresFile([...changedRows, ...makeRows('Added', 2), { premier: '?' }]),
    );
    await upload.step();
    const counts = { new: 2, changed: 1, unchanged: 2, refused: 1 };
    expect(await upload.find()).toMatchObject({ state: 'checked', counts });
    expect(await countBusinesses('Added')).toBe(0);

    await upload.act('start');
    await upload.step();
    expect(await upload.find()).toMatchObject({ state: 'done', counts, checked: counts });
    expect(await countBusinesses('Added')).toBe(2);
    const { faults } = await upload.faults();
    expect(faults).toEqual([{ line: 7, position: 1, column: 'premier', message: 'Please enter yes or no' }]);
    const after = '2 new, 1 changed, 2 unchanged, 1 refused';
    expect(await listAudit(upload.id)).toMatchObject([
      { action: 'import.upload' },
      { action: 'import.start', reason: 'A partner sent it', change: { after } },
      { action: 'import.finish', reason: 'A partner sent it', change: { after } },
    ]);
  });

  test('[D58] changes a business that staff hid, but does not list it again', async () => {
    const [row] = makeRows('Hidden', 1);
    const importRow = async (changes: FileRow) => {
      const upload = await uploadFile(createStoresFile([{ ...row, ...changes }]));
      await upload.step();
      await upload.act('start');
      await upload.step();
    };
    await importRow({});
    const readBusiness = () =>
      database.db
        .selectFrom('businesses')
        .select(['id', 'isListed', 'isPremier'])
        .where('name', 'like', 'Hidden %')
        .executeTakeFirstOrThrow();
    const { id, isListed } = await readBusiness();
    expect(isListed).toBe(true);
    const { businesses } = server.staffCaller(await staffAccount()).staff;
    const values = { id, version: (await businesses.find({ id })).version };
    const { version } = await businesses.hide.preview({ values });
    await businesses.hide.perform({ values, version, reason: 'Closed' });
    await importRow({ premier: 'yes' });
    expect(await readBusiness()).toEqual({ id, isListed: false, isPremier: true });
  });

  test('goes on after a restart where it was, and counts nothing twice', async () => {
    const upload = await uploadFile(createStoresFile(makeRows('Restarted', 2_500)));
    // With no time left, a step saves one batch and enqueues the next step.
    for (const rows of [1_000, 2_000]) {
      await upload.step(0);
      expect(await upload.find()).toMatchObject({ state: 'checking', counts: { new: rows } });
    }
    await upload.step();
    await upload.act('start');
    await upload.step(0);
    expect(await countBusinesses('Restarted')).toBe(1_000);
    // Two processes that run the same step at once save it once.
    await Promise.all([upload.step(), upload.step()]);
    expect(await upload.find()).toMatchObject({
      state: 'done',
      counts: { new: 2_500, changed: 0, unchanged: 0, refused: 0 },
    });
  });

  test('can be canceled while it runs; imported rows stay', async () => {
    const upload = await uploadFile(createStoresFile(makeRows('Canceled', 1_500)));
    await upload.step();
    await upload.act('start');
    await upload.step(0);
    await upload.act('cancel');
    await upload.step();
    expect(await upload.find()).toMatchObject({ state: 'canceled', counts: { new: 1_000 } });
    expect(await countBusinesses('Canceled')).toBe(1_000);
    await expect(upload.act('start')).rejects.toMatchObject({
      message: 'Someone else changed this in the meantime. Check the latest version and try again.',
    });
  });

  test('can no longer be started after its file was removed', async () => {
    const upload = await uploadFile(createStoresFile(makeRows('Forgotten', 1)));
    await upload.step();
    const { createdAt } = await upload.find();
    const now = () => new Date(createdAt.getTime() + IMPORT_FILE_DAYS * 86_400_000 + 1);
    await removeOldImportFiles({ ...server.deps, now });
    expect(await upload.find()).toMatchObject({
      state: 'canceled',
      problem: 'The file was removed after 7 days. Please upload it again.',
      hasFiles: false,
    });
    await expect(upload.act('start')).rejects.toThrow('Someone else changed this');
  });

  test('that is no table is refused', async () => {
    const upload = await uploadFile('%PDF-1.7');
    await upload.step();
    expect(await upload.find()).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/^This isn’t a text file/),
    });
  });

  test('[D73] waits until staff map its columns and values; skipped rows are counted', async () => {
    const lines = ['key;branch;business;kind', 'm1;a;Bake;Bakery', 'm2;a;Gym;Fitness', 'm3;a;Law;Lawyers'];
    const upload = await uploadFile(`${lines.join('\n')}\n`);
    await upload.step();
    expect(await upload.find()).toMatchObject({ state: 'mapping', recognized: { separator: ';', rows: 3 } });
    const { imports } = server.staffCaller(await staffAccount()).staff;
    const { mapping, sample } = await imports.mapping({ id: upload.id });
    expect(mapping.columns).toEqual(['', '', 'businessname', '']);
    expect(sample.values[3]).toEqual(['Bakery', 'Fitness', 'Lawyers']);
    const columns = ['business_key', '', 'businessname', 'categories'];
    const map = (changes: object) =>
      imports
        .map({ id: upload.id, mapping: { ...mapping, columns, ...changes } })
        .catch((error) => error.message);
    expect(await map({})).toBe('Choose the columns for: ID of the location');
    columns[1] = 'store_key';
    const meaning = (from: string, to: string) => ({ field: 'categories', from, to });
    expect(await map({ values: [meaning('Bakery', '4'), meaning('Fitness', '99')] })).toBe(
      'Choose what ‘Fitness’ means',
    );
    const values = [meaning('Bakery', '4'), meaning('Fitness', '4'), meaning('Lawyers', 'skip')];
    expect(await map({ values })).toBeUndefined();
    await upload.step();
    // Without a street, a city, or a ZIP code, a location is refused.
    expect(await upload.find()).toMatchObject({ state: 'checked', counts: { refused: 2, skipped: 1 } });
  });

  test('is refused above 50 MB', async () => {
    const visitor = await server.staffVisitor(await staffAccount());
    const response = await visitor.send('POST', '/api/staff/imports/businesses?name=large.csv', {
      payload: Buffer.alloc(50 * 1024 * 1024 + 1, 'x'),
      headers: { 'content-type': 'text/csv' },
    });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error: 'Please choose a file of at most 50 MB. Split a larger one into several files.' },
    ]);
  });
});
