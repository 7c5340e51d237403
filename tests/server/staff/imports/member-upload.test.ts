import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { createFolderStore } from '#server/platform/integrations/files/folder-store.ts';
import { continueImport } from '#server/staff/imports/import-run.service.ts';
import { buildTestApp, NO_LIMITS, type TestApp } from '#tests/helpers/app.ts';
import { serverDescribe, testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import type { DoomedImport } from './doomed-import.ts';
import { type Cells, toFile } from './import-file.ts';

const database = testDb();
let app: TestApp;
let staff: TestAccount;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'everything-card-imports-'));
  app = await buildTestApp(database.db, { files: createFolderStore({ folder }), limits: NO_LIMITS });
  staff = await makeAccount(database.db, { accountType: 10 });
  await makePlans(database.db);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Long enough for a busy machine to read a whole file in one step. */
const STEP_MS = 600_000;

const makeRows = (count: number): Cells[] => {
  const batch = newId();
  return Array.from({ length: count }, (_, index) => ({
    external_id: `${batch}-${index}`,
    email: `${batch}-${index}@example.com`,
    firstname: 'Maria',
    lastname: 'Gomez',
    plan: 'individual',
    paid_through: '2099-01-31',
  }));
};

const imports = () => app.staffCaller(staff).staff.imports;

/** Uploads a file and runs its dry run. Returns the import's id. */
async function upload(rows: readonly Cells[], options = {}): Promise<string> {
  const visitor = await app.staffVisitor(staff);
  const query = new URLSearchParams({ name: 'members.csv', options: JSON.stringify(options) });
  const response = await visitor.send('POST', `/api/staff/imports/members?${query}`, {
    payload: toFile(rows),
    headers: { 'content-type': 'text/csv' },
  });
  const { id }: { id: string } = response.json();
  await continueImport(app.deps, id, STEP_MS);
  return id;
}

async function start(id: string): Promise<void> {
  const { version } = await imports().start.preview({ values: { id } });
  await imports().start.perform({ values: { id }, version, reason: 'We moved' });
}

async function countMembers(rows: readonly Cells[]): Promise<number> {
  const ids = rows.flatMap(({ external_id }) => external_id ?? []);
  const members = await database.db
    .selectFrom('importedMemberships')
    .innerJoin('memberships', 'memberships.id', 'importedMemberships.membershipId')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('purchases', 'purchases.id', 'subscriptions.purchaseId')
    .select('importedMemberships.key')
    .where('externalId', 'in', ids)
    .execute();
  return members.length;
}

serverDescribe('an import whose process is killed', () => {
  test('goes on where it was, and creates nobody twice', async () => {
    const rows = makeRows(2_000);
    const importId = await upload(rows);
    await start(importId);
    const options: DoomedImport = { databaseUrl: database.url ?? '', folder, importId };
    const doomedProcess = fork(join(import.meta.dirname, 'doomed-import.ts'), [JSON.stringify(options)]);
    const exited = once(doomedProcess, 'exit');
    // On a busy machine, starting the process takes longer than a poll may.
    await once(doomedProcess, 'message');
    const countNew = async () => (await imports().find({ id: importId })).counts.new;
    await expect.poll(countNew, { interval: 10 }).toBeGreaterThan(0);
    doomedProcess.kill('SIGKILL');
    await exited;
    const savedCount = await countMembers(rows);
    expect(savedCount).toBeLessThan(rows.length);
    expect(await imports().find({ id: importId })).toMatchObject({
      state: 'running',
      counts: { new: savedCount, refused: 0 },
    });
    await continueImport(app.deps, importId, STEP_MS);
    expect(await imports().find({ id: importId })).toMatchObject({
      state: 'done',
      counts: { new: rows.length, changed: 0, unchanged: 0, refused: 0 },
    });
    expect(await countMembers(rows)).toBe(rows.length);
  });
});

describe('the refused rows', () => {
  test('can be downloaded with all columns and errors, safe for spreadsheets, and uploaded again', async () => {
    const [first, second, third] = makeRows(3);
    const rows = [
      { ...first, shoe_size: '=9' },
      { ...second, paid_through: 'soon', firstname: '', lastname: '', shoe_size: '=8, or 9' },
      { ...third, email: 'nobody' },
    ];
    const id = await upload(rows);
    const response = await (await app.staffVisitor(staff)).get(`/api/staff/import-errors/${id}.csv`);
    expect(response.headers['content-type']).toContain('text/csv');
    const refusedRows: Array<Record<string, string>> = parse(response.body, { columns: true, bom: true });
    expect(refusedRows).toEqual([
      {
        ...second,
        paid_through: 'soon',
        firstname: '',
        lastname: '',
        shoe_size: "'=8, or 9",
        errors: expect.stringContaining('firstname: Required'),
      },
      { ...third, email: 'nobody', shoe_size: '', errors: expect.stringContaining('email: Invalid Email') },
    ]);
    const correctedRows = refusedRows.map((row) => ({
      ...row,
      paid_through: '2099-01-31',
      firstname: 'Lee',
      email: `${newId()}@example.com`,
    }));
    const again = await upload(correctedRows);
    expect(await imports().find({ id: again })).toMatchObject({ counts: { new: 2, refused: 0 } });
    const auditEntries = await database.db
      .selectFrom('auditLog')
      .select(['action', 'actorId'])
      .where('subject', '=', `import:${id}`)
      .where('action', '=', 'import.download-errors')
      .execute();
    expect(auditEntries).toEqual([{ action: 'import.download-errors', actorId: staff.id }]);
    const member = await (await app.visitor(await makeAccount(database.db))).get(
      `/api/staff/import-errors/${id}.csv`,
    );
    expect(member.statusCode).toBe(403);
  });
});
