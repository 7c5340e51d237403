import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from './config.ts';

const stored = z.object({ identitySecret: z.string().min(32), webhookSecret: z.string().min(16) });
export type Secrets = z.infer<typeof stored>;

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

async function read(file: string): Promise<Secrets | undefined> {
  try {
    return stored.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read`, { cause: error });
  }
}

/** Whoever comes first makes them. The file has its name only when it is whole, so that nobody reads half of it. */
async function make(file: string): Promise<void> {
  const made: Secrets = {
    identitySecret: randomBytes(32).toString('base64url'),
    webhookSecret: `whsec_${randomBytes(24).toString('base64url')}`,
  };
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, JSON.stringify(made), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}

async function readOrMake(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  const present = await read(file);
  if (present) return present;
  await mkdir(dataDir, { recursive: true });
  await make(file);
  const made = await read(file);
  if (!made) throw new Error(`${file} was removed`);
  return made;
}

/** What signs links, cookies and webhooks: from the settings, else made once and kept in the data folder. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  if (config.identitySecret && config.stripe) {
    return { identitySecret: config.identitySecret, webhookSecret: config.stripe.webhookSecret };
  }
  const kept = await readOrMake(config.dataDir);
  return {
    identitySecret: config.identitySecret ?? kept.identitySecret,
    webhookSecret: config.stripe?.webhookSecret ?? kept.webhookSecret,
  };
}
