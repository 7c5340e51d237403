import { createHash, randomBytes } from 'node:crypto';
import { glob, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const CACHE_FOLDER = join(ROOT, 'node_modules/.cache/everything-card');
/** Files that affect a snapshot's contents. The version of PGlite is in package-lock.json. */
const SOURCES = [
  'db/**/*.{ts,html,tsv}',
  'server/{app/demo,lib,domains/stores}/**/*.ts',
  'package-lock.json',
];

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** With the checksum, decompressing a damaged file fails. */
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** The contents of a closed database's folder, by relative path. */
interface Snapshot {
  folders: string[];
  files: Map<string, Uint8Array>;
}

/** `seeded` contains what every installation needs. `demo` also contains the demo's stores. */
export type SnapshotKind = 'seeded' | 'demo';

/** Returns the path of the current snapshot, whether or not it exists. Its name changes with its sources. */
export async function findSnapshotFile(kind: SnapshotKind): Promise<string> {
  const sources: string[] = [];
  for await (const source of glob(SOURCES, { cwd: ROOT })) sources.push(source);
  const hash = createHash('sha256');
  for (const source of sources.sort()) hash.update(source).update(await readFile(join(ROOT, source)));
  // Demo promotions end weeks or months after they were created, so make a new snapshot each month.
  if (kind === 'demo') hash.update(new Date().toISOString().slice(0, 'YYYY-MM'.length));
  return join(CACHE_FOLDER, `${kind}-${hash.digest('hex').slice(0, 16)}.zst`);
}

export async function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Packs a closed database. Renames the file when it is complete, so that no process reads a partial one.
 * Removes older snapshots of the same kind.
 */
export async function writeSnapshot(folder: string, file: string): Promise<void> {
  const snapshot: Snapshot = { folders: [], files: new Map() };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) snapshot.folders.push(relative(folder, path));
    else snapshot.files.set(relative(folder, path), await readFile(path));
  }
  const cacheFolder = dirname(file);
  await mkdir(cacheFolder, { recursive: true });
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, await compress(serialize(snapshot), COMPRESSION));
  await rename(draft, file);
  const [kind = ''] = basename(file).split('-');
  for (const name of await readdir(cacheFolder)) {
    const isOutdated = name.startsWith(kind) && name.endsWith('.zst') && name !== basename(file);
    if (isOutdated) await rm(join(cacheFolder, name), { force: true });
  }
}

async function unpack(packed: Buffer): Promise<Snapshot> {
  const snapshot: Snapshot = deserialize(await decompress(packed));
  return snapshot;
}

/**
 * Creates a database's folder from the snapshot. Returns false if there is no usable snapshot, and removes a
 * damaged one. Renames the folder when it is complete, so that a crash leaves no partial database.
 */
export async function restoreSnapshot(file: string, folder: string): Promise<boolean> {
  const packedBytes = await readFile(file).catch(() => undefined);
  const snapshot = packedBytes && (await unpack(packedBytes).catch(() => undefined));
  if (!snapshot) {
    await rm(file, { force: true }).catch(() => {});
    return false;
  }
  const draft = `${folder}-draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  for (const path of snapshot.folders) await mkdir(join(draft, path), { recursive: true, mode: 0o700 });
  await Promise.all(
    [...snapshot.files].map(([path, content]) => writeFile(join(draft, path), content, { mode: 0o600 })),
  );
  await rename(draft, folder);
  return true;
}
