import { randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { prepareDataFolder } from '#db/embedded-files.ts';
import type { Config } from './config.ts';
import { type FieldKey, fieldKeys, type SigningSecrets, signingSecrets } from './setting-types.ts';

const signingSecretsFile = z.object({
  identitySecret: signingSecrets,
  webhookSecret: z.string().min(16),
});
/** Uses the format of FIELD_KEYS, so that operators can copy the value there. */
const fieldKeysFile = z.object({ fieldKeys });

export interface Secrets {
  identitySecrets: SigningSecrets;
  webhookSecret: string;
  fieldKeys: FieldKey[];
}

function getErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

export async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read`, { cause: error });
  }
}

/**
 * Creates a file unless another process already did. Writes a temporary file and links it, so that no process
 * reads an incomplete file.
 */
async function createFile(file: string, content: object): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, JSON.stringify(content), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}

/** Reads a file in the data folder, or creates it if it doesn't exist. */
export async function readOrCreateFile<T>(
  dataDir: string,
  name: string,
  schema: z.ZodType<T>,
  create: () => object | Promise<object>,
): Promise<T> {
  const file = join(dataDir, name);
  const existingContent = await readJson(file, schema);
  if (existingContent) return existingContent;
  await prepareDataFolder(dataDir);
  await createFile(file, await create());
  const createdContent = await readJson(file, schema);
  if (!createdContent) throw new Error(`${file} was removed`);
  return createdContent;
}

const createSigningSecrets = () => ({
  identitySecret: randomBytes(32).toString('base64url'),
  webhookSecret: `whsec_${randomBytes(24).toString('base64url')}`,
});

/** The random id distinguishes keys from several data folders that are combined in one FIELD_KEYS. */
const createFieldKeys = () => ({
  fieldKeys: `local-${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}`,
});

/**
 * Returns the keys for encrypted columns, from the settings or a file in the data folder. The file is
 * separate, because older data folders have the other secrets but no field keys.
 */
export async function loadFieldKeys(config: Pick<Config, 'dataDir' | 'fieldKeys'>): Promise<FieldKey[]> {
  if (config.fieldKeys) return config.fieldKeys;
  const keysFile = await readOrCreateFile(config.dataDir, 'field-keys.json', fieldKeysFile, createFieldKeys);
  return keysFile.fieldKeys;
}

/**
 * Returns the signing and encryption secrets, from the settings or from files in the data folder, which are
 * created if missing.
 */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const fieldKeys = await loadFieldKeys(config);
  const { identitySecrets, webhookSecret } = config;
  if (identitySecrets && webhookSecret) return { identitySecrets, webhookSecret, fieldKeys };
  const secretsFile = await readOrCreateFile(
    config.dataDir,
    'secrets.json',
    signingSecretsFile,
    createSigningSecrets,
  );
  return {
    identitySecrets: identitySecrets ?? secretsFile.identitySecret,
    webhookSecret: webhookSecret ?? secretsFile.webhookSecret,
    fieldKeys,
  };
}

/**
 * Formats the secrets in the data folder as settings for a server that doesn't have this folder. Leaves out
 * secrets that are already set.
 */
export async function formatSecretSettings(config: Config): Promise<string> {
  const { dataDir } = config;
  const rawSecrets = await readJson(join(dataDir, 'secrets.json'), z.object({ identitySecret: z.string() }));
  const rawKeys = await readJson(join(dataDir, 'field-keys.json'), z.object({ fieldKeys: z.string() }));
  const lines = [
    ...(rawSecrets && !config.identitySecrets ? [`IDENTITY_SECRET=${rawSecrets.identitySecret}`] : []),
    ...(rawKeys && !config.fieldKeys ? [`FIELD_KEYS=${rawKeys.fieldKeys}`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
