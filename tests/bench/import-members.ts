import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inTransaction } from '#db/client.ts';
import { newId } from '#server/lib/ids.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createFolderStore } from '#server/platform/integrations/files/folder-store.ts';
import { openJobQueue } from '#server/platform/jobs/queue.ts';
import {
  findImport,
  insertImport,
  setStarted,
  setUploaded,
} from '#server/staff/imports/import.repository.ts';
import { storeUpload } from '#server/staff/imports/import-files.ts';
import { continueImport } from '#server/staff/imports/import-run.service.ts';
import { buildTestApp } from '#tests/helpers/app.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { withDatabase } from './support/database.ts';
import { watchLoop } from './support/loop-watch.ts';

// Imports members as the job does: a dry run, the import with invitations, and a second import that updates
// every row. Usage: node tests/bench/import-members.ts [rows]
const ROWS = Number(process.argv[2] ?? 100_000);
const MAX_BYTES = 50 * 1024 * 1024;
const toMegabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

async function* writeFile(lastname: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from('external_id,number,email,firstname,lastname,plan,paid_through,family_members\n');
  for (let row = 0; row < ROWS; row++) {
    const family = row % 4 === 0 ? ',family,2099-01-31,Ana Gomez;Leo Gomez' : ',individual,2099-01-31,';
    yield Buffer.from(`${row},EC-${row},imported-${row}@example.com,Maria,${lastname}${family}\n`);
  }
}

await withDatabase(async ({ client, url }) => {
  const folder = join(tmpdir(), `everything-card-import-${randomUUID()}`);
  const queue = await openJobQueue(
    { ...client, server: { databaseUrl: url } },
    recordingLogger(),
    undefined,
    {
      hasWorkers: false,
    },
  );
  const app = await buildTestApp(client.db, { files: createFolderStore({ folder }), jobs: queue });
  const { deps } = app;
  const staff = await makeAccount(client.db, { accountType: 10 });
  const loop = watchLoop();
  const measure = async (name: string, id: string) => {
    globalThis.gc?.();
    loop.takeLongestMs();
    const [startedAt, memoryBefore] = [performance.now(), process.memoryUsage().rss];
    let [steps, maxMemory] = [0, 0];
    for (;;) {
      await continueImport(deps, id);
      steps++;
      maxMemory = Math.max(maxMemory, process.memoryUsage().rss);
      const state = (await findImport(client.db, id))?.state;
      if (state !== 'checking' && state !== 'running') break;
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const { newRows, changedRows, unchangedRows, refusedRows } = (await findImport(client.db, id)) ?? {};
    console.log(
      `${name}: ${seconds.toFixed(1)} s in ${steps} steps, ${Math.round(ROWS / seconds)} rows/s; ` +
        `${newRows} new, ${changedRows} changed, ${unchangedRows} unchanged, ${refusedRows} refused; ` +
        `longest turn ${loop.takeLongestMs().toFixed(1)} ms; memory ${toMegabytes(memoryBefore)} to ${toMegabytes(maxMemory)} MB`,
    );
  };
  for (const [name, lastname, invite] of [
    ['first', 'Gomez', 'new'],
    ['second', 'Lopez', 'none'],
    ['third, without changes', 'Lopez', 'none'],
  ] as const) {
    const id = await upload(deps, staff.id, lastname, invite);
    await measure(`${name} dry run`, id);
    await inTransaction(client.db, (trx) =>
      setStarted(trx, id, {
        startedBy: staff.id,
        reason: 'Bench',
        startedAt: new Date(),
        checked: { new: 0, changed: 0, unchanged: 0, refused: 0, skipped: 0 },
      }),
    );
    await measure(`${name} import`, id);
  }
  const { rows } = await sql<{ members: number; mails: number }>`
    select (select count(*)::int from imported_memberships) as members,
      (select count(*)::int from pgboss.job where name = 'mail') as mails`.execute(client.db);
  console.log(rows[0]);
  loop.stop();
  await queue.stop();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function upload(deps: Deps, uploadedBy: string, lastname: string, invite: string): Promise<string> {
  const id = newId();
  const createdAt = new Date();
  const row = { id, kind: 'members', fileName: 'members.csv', options: { invite }, uploadedBy, createdAt };
  await insertImport(deps.db, row);
  const refuse = () => new Error('The file is too large');
  const storedUpload = await storeUpload(deps.files, id, writeFile(lastname), {
    maxBytes: MAX_BYTES,
    refuse,
  });
  await inTransaction(deps.db, (trx) => setUploaded(trx, id, storedUpload));
  return id;
}
