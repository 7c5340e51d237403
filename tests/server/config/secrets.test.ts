import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { formatSecretSettings, loadSecrets } from '#server/platform/config/secrets.ts';
import { TEST_FIELD_KEYS } from '#tests/helpers/fakes/field-keys.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const folder = temporaryFolder();
let folderCount = 0;

/** Returns the path of a data folder that doesn't exist yet. */
function newFolder(): string {
  folderCount += 1;
  return join(folder(), `data-${folderCount}`);
}

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_operator',
};
const FIELD_KEYS = TEST_FIELD_KEYS;
const IDENTITY_SECRET = 'of the operator: thirty-two characters';

test('secrets are created once, are long and distinct, and only their owner can read them', async () => {
  const config = loadConfig({ DATA_DIR: newFolder() });
  const createdSecrets = await loadSecrets(config);
  expect(createdSecrets.identitySecrets).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  expect(createdSecrets.webhookSecret).toMatch(/^whsec_[\w-]{32}$/);
  expect(await loadSecrets(config)).toEqual(createdSecrets);
  expect(await loadSecrets(loadConfig({ DATA_DIR: newFolder() }))).not.toEqual(createdSecrets);

  expect(createdSecrets.fieldKeys.map(({ id, key }) => [id, key.length])).toEqual([
    [expect.stringMatching(/^local-[0-9a-f]{8}$/), 32],
  ]);

  const files = await readdir(config.dataDir);
  expect(files.sort()).toEqual(['field-keys.json', 'secrets.json']);
  for (const file of files) expect((await stat(join(config.dataDir, file))).mode & 0o777).toBe(0o600);
  expect((await stat(config.dataDir)).mode & 0o777).toBe(0o700);
});

test('processes that start at the same time in one folder share their secrets', async () => {
  const config = loadConfig({ DATA_DIR: newFolder() });
  const allSecrets = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(config)));
  expect(new Set(allSecrets.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  expect(await loadSecrets(config)).toEqual(allSecrets[0]);
});

test('settings override created secrets', async () => {
  const DATA_DIR = newFolder();
  const createdSecrets = await loadSecrets(loadConfig({ DATA_DIR }));
  expect(await loadSecrets(loadConfig({ DATA_DIR, IDENTITY_SECRET }))).toEqual({
    ...createdSecrets,
    identitySecrets: [IDENTITY_SECRET],
  });
  expect(await loadSecrets(loadConfig({ DATA_DIR, ...STRIPE }))).toEqual({
    ...createdSecrets,
    webhookSecret: STRIPE.STRIPE_WEBHOOK_SECRET,
  });
  const configWithSecrets = loadConfig({ DATA_DIR, FIELD_KEYS });
  expect(await loadSecrets(configWithSecrets)).toEqual({
    ...createdSecrets,
    fieldKeys: configWithSecrets.fieldKeys,
  });
});

test('a folder from an older release, which others could read, becomes private', async () => {
  const DATA_DIR = newFolder();
  await mkdir(DATA_DIR, { mode: 0o755 });
  await loadSecrets(loadConfig({ DATA_DIR }));
  expect((await stat(DATA_DIR)).mode & 0o777).toBe(0o700);
});

test('several signing secrets can be set, and a short one is refused', async () => {
  const DATA_DIR = newFolder();
  const [current, older] = ['n'.repeat(32), 'o'.repeat(40)];
  const secrets = await loadSecrets(loadConfig({ DATA_DIR, IDENTITY_SECRET: `${current}, ${older}` }));
  expect(secrets.identitySecrets).toEqual([current, older]);
  expect(() => loadConfig({ DATA_DIR, IDENTITY_SECRET: `${current},short` })).toThrow(
    'use at least 32 characters each',
  );
});

test('a server without the data folder gets its secrets as settings, except those that are already set', async () => {
  const DATA_DIR = newFolder();
  const { identitySecrets } = await loadSecrets(loadConfig({ DATA_DIR }));
  const settings = await formatSecretSettings(loadConfig({ DATA_DIR }));
  expect(settings).toMatch(/^IDENTITY_SECRET=[\w-]{43}\nFIELD_KEYS=local-\S+\n$/);
  expect(await formatSecretSettings(loadConfig({ DATA_DIR, FIELD_KEYS }))).toBe(
    `IDENTITY_SECRET=${identitySecrets[0]}\n`,
  );
  expect(await formatSecretSettings(loadConfig({ DATA_DIR, IDENTITY_SECRET }))).toMatch(/^FIELD_KEYS=\S+\n$/);
});

test('nothing is written if every secret is set', async () => {
  const DATA_DIR = newFolder();
  await mkdir(DATA_DIR);
  await loadSecrets(loadConfig({ DATA_DIR, IDENTITY_SECRET, FIELD_KEYS, ...STRIPE }));
  expect(await readdir(DATA_DIR)).toEqual([]);
});

test('[D7] an old data folder without field keys gets one and keeps its other secrets', async () => {
  const DATA_DIR = newFolder();
  const config = loadConfig({ DATA_DIR });
  const oldSecrets = { identitySecret: 'i'.repeat(43), webhookSecret: 'whsec_of_an_older_version' };
  const file = join(DATA_DIR, 'secrets.json');
  await mkdir(DATA_DIR);
  await writeFile(file, JSON.stringify(oldSecrets));
  const allSecrets = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(config)));
  expect(new Set(allSecrets.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  expect(allSecrets[0]).toMatchObject({
    identitySecrets: [oldSecrets.identitySecret],
    webhookSecret: oldSecrets.webhookSecret,
  });
  expect(allSecrets[0]?.fieldKeys).toHaveLength(1);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(oldSecrets);
});

test('[D7] the field keys in the folder have the format of FIELD_KEYS', async () => {
  const config = loadConfig({ DATA_DIR: newFolder() });
  const { fieldKeys } = await loadSecrets(config);
  const file = await readFile(join(config.dataDir, 'field-keys.json'), 'utf8');
  expect(loadConfig({ FIELD_KEYS: JSON.parse(file).fieldKeys }).fieldKeys).toEqual(fieldKeys);
});

test('a damaged file is reported by name and never replaced, because new secrets would end every session', async () => {
  const config = loadConfig({ DATA_DIR: newFolder() });
  await loadSecrets(config);
  for (const [name, short] of [
    ['secrets.json', '{"identitySecret":"short"}'],
    ['field-keys.json', '{"fieldKeys":"local:short"}'],
  ] as const) {
    const file = join(config.dataDir, name);
    const fullText = await readFile(file, 'utf8');
    for (const damagedText of ['', short]) {
      await writeFile(file, damagedText);
      await expect(loadSecrets(config)).rejects.toThrow(file);
      expect(await readFile(file, 'utf8')).toBe(damagedText);
    }
    await writeFile(file, fullText);
  }
});
