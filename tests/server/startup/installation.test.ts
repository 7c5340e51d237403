import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assertPayments, recordInstallation } from '#server/app/startup/installation.service.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createTestDatabase } from '#tests/helpers/database/database.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { PRODUCTION, removeSettings, STRIPE } from '#tests/helpers/settings.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const folder = temporaryFolder();
const LIVE = loadConfig({ ...PRODUCTION, S3_BUCKET: undefined });
const REHEARSAL = loadConfig({ ...removeSettings(...Object.keys(STRIPE)), REHEARSAL: '1' });
const LOCAL = loadConfig({});

async function emptyDatabase() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database.client.db;
}

const inFolder = (config: typeof LIVE, name: string) => ({ ...config, filesDir: join(folder(), name) });

async function start(db: Awaited<ReturnType<typeof emptyDatabase>>, config: typeof LIVE): Promise<void> {
  await assertPayments(db, config);
  await recordInstallation(db, config);
}

test('[D45] a rehearsal refuses a database that takes real payments, and those refuse a rehearsal’s', async () => {
  const live = await emptyDatabase();
  await start(live, inFolder(LIVE, 'live'));
  await start(live, inFolder(LIVE, 'live'));
  await expect(start(live, inFolder(REHEARSAL, 'live'))).rejects.toThrow('REHEARSAL does not start');

  const rehearsalDatabase = await emptyDatabase();
  await start(rehearsalDatabase, inFolder(REHEARSAL, 'rehearsed'));
  await makePurchase(rehearsalDatabase);
  await start(rehearsalDatabase, inFolder(REHEARSAL, 'rehearsed'));
  await expect(start(rehearsalDatabase, inFolder(LIVE, 'rehearsed'))).rejects.toThrow('used in a rehearsal');
});

test('[D45] a rehearsal refuses a database with purchases from a release that recorded nothing', async () => {
  const db = await emptyDatabase();
  await makePurchase(db);
  await expect(start(db, inFolder(REHEARSAL, 'older'))).rejects.toThrow('REHEARSAL does not start');
  await start(db, inFolder(LIVE, 'older'));
});

test('[D51] processes that share a database must share the folder of uploaded files, or a bucket', async () => {
  const db = await emptyDatabase();
  await start(db, inFolder(LIVE, 'shared'));
  await start(db, inFolder(LIVE, 'shared'));
  await expect(start(db, inFolder(LIVE, 'other'))).rejects.toThrow(/other is not the folder.*FILES_DIR.*S3/);

  const s3 = { endpoint: undefined, region: 'x', bucket: 'cards', accessKeyId: 'x', secretAccessKey: 'x' };
  await start(db, { ...LIVE, s3: { ...s3, forcePathStyle: false } });
  await expect(start(db, inFolder(LIVE, 'shared'))).rejects.toThrow('is not the folder');
});

test.each([
  ['a local start', { ...LOCAL, databaseUrl: REHEARSAL.databaseUrl }],
  ['the embedded database', { ...REHEARSAL, databaseUrl: undefined }],
])('%s may use any folder', async (_name, config) => {
  const db = await emptyDatabase();
  await start(db, inFolder(config, 'one'));
  await expect(start(db, inFolder(config, 'two'))).resolves.toBeUndefined();
});
