import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { loadSecrets } from '#server/secrets.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const folder = temporaryFolder();
let folders = 0;

/** A data folder that does not exist yet. */
function newFolder(): string {
  folders += 1;
  return join(folder(), `data-${folders}`);
}

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_operator',
};
const IDENTITY_SECRET = 'of the operator: thirty-two characters';

test('[DESIGN 5] secrets are made once, long and different, readable by their owner alone, and kept', async () => {
  const config = loadConfig({ DATA_DIR: newFolder() });
  const made = await loadSecrets(config);
  expect(made.identitySecret).toMatch(/^[\w-]{43}$/);
  expect(made.webhookSecret).toMatch(/^whsec_[\w-]{32}$/);
  expect(await loadSecrets(config)).toEqual(made);
  expect(await loadSecrets(loadConfig({ DATA_DIR: newFolder() }))).not.toEqual(made);

  const file = join(config.dataDir, 'secrets.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(config.dataDir)).toEqual(['secrets.json']);
});

test('[DESIGN 5] processes that start at the same time in one folder have the same secrets', async () => {
  const config = loadConfig({ DATA_DIR: newFolder() });
  const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(config)));
  expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  expect(await loadSecrets(config)).toEqual(all[0]);
});

test('[DESIGN 5] what is set goes before what was made', async () => {
  const DATA_DIR = newFolder();
  const made = await loadSecrets(loadConfig({ DATA_DIR }));
  expect(await loadSecrets(loadConfig({ DATA_DIR, IDENTITY_SECRET }))).toEqual({
    ...made,
    identitySecret: IDENTITY_SECRET,
  });
  expect(await loadSecrets(loadConfig({ DATA_DIR, ...STRIPE }))).toEqual({
    ...made,
    webhookSecret: STRIPE.STRIPE_WEBHOOK_SECRET,
  });
});

test('[DESIGN 5] nothing is written where everything is set', async () => {
  const DATA_DIR = newFolder();
  await mkdir(DATA_DIR);
  await loadSecrets(loadConfig({ DATA_DIR, IDENTITY_SECRET, ...STRIPE }));
  expect(await readdir(DATA_DIR)).toEqual([]);
});

test('[DESIGN 5] a spoilt file is an error that names it: other secrets would end every session and link', async () => {
  const config = loadConfig({ DATA_DIR: newFolder() });
  await loadSecrets(config);
  const file = join(config.dataDir, 'secrets.json');
  for (const spoilt of ['', '{"identitySecret":"short"}']) {
    await writeFile(file, spoilt);
    await expect(loadSecrets(config)).rejects.toThrow(file);
    expect(await readFile(file, 'utf8')).toBe(spoilt);
  }
});
