import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import { z } from 'zod';
import { CommandError } from '../command.ts';

// A backup is a folder with manifest.json and a copy of the data folder in data/.
const MANIFEST_FILE = 'manifest.json';
export const COPY_FOLDER = 'data';
const FORMAT_VERSION = 1;

/** A manifest must not name a file outside the folder that it is restored to. */
const localPath = z
  .string()
  .min(1)
  .refine((path) => !isAbsolute(path) && normalize(path) === path && !path.startsWith('..'));

const header = z.object({ product: z.literal('everything-card'), format: z.int() });
const manifestFile = header.extend({
  createdAt: z.iso.datetime().transform((text) => new Date(text)),
  /** The major version of the embedded PostgreSQL. */
  postgres: z.string(),
  migrations: z.array(z.string()),
  /** Includes empty folders, because PostgreSQL doesn't start without them. */
  folders: z.array(localPath),
  files: z.array(z.object({ path: localPath, bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestFile>;

export function formatManifest(contents: Omit<Manifest, 'product' | 'format'>): string {
  return `${JSON.stringify({ product: 'everything-card', format: FORMAT_VERSION, ...contents }, null, 1)}\n`;
}

export function manifestPath(backup: string): string {
  return join(backup, MANIFEST_FILE);
}

/**
 * Reads a backup's manifest. Throws a CommandError that explains why the folder isn't a backup that this
 * release can restore.
 */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(manifestPath(backup), 'utf8').catch((error: unknown) => {
    throw new CommandError(
      `${backup} is not a complete backup: ${error instanceof Error ? error.message : error}`,
    );
  });
  const json = parseJson(text);
  const { data: kind } = header.safeParse(json);
  if (!kind)
    throw new CommandError(`${backup} is not a backup of Everything Card, or its manifest is damaged.`);
  if (kind.format !== FORMAT_VERSION) {
    throw new CommandError(
      `${backup} has the format ${kind.format}, and this release reads format ${FORMAT_VERSION}.`,
    );
  }
  const { data: manifest } = manifestFile.safeParse(json);
  if (!manifest) throw new CommandError(`The manifest of ${backup} is damaged. Nothing was restored.`);
  return manifest;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a file's size and checksum, or undefined if there is no such file. */
export async function measureFile(path: string): Promise<{ bytes: number; sha256: string } | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

export function formatSize({ files }: Pick<Manifest, 'files'>): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${files.length.toLocaleString('en-US')} files, ${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;
}
