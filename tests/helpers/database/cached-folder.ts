import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns a folder that is kept between test runs, for files that are expensive to create. */
async function cacheRoot(): Promise<string> {
  const { uid, username } = userInfo();
  const root = join(tmpdir(), `everything-card-tests-${username}`);
  await mkdir(root, { recursive: true, mode: 0o755 });
  if ((await stat(root)).uid !== uid && uid !== -1) {
    throw new Error(`${root} belongs to another user: remove it, or set TMPDIR`);
  }
  return root;
}

async function readAge(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => undefined,
  );
}

async function removeOutdated(root: string, kind: string, current: string): Promise<void> {
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const isOutdated =
      name.startsWith(`${kind}-`) && name !== current && ((await readAge(path)) ?? 0) > DAY_MS;
    if (isOutdated) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Returns a folder that `writeFiles` fills once. Each concurrent process fills its own temporary folder, and
 * the first to finish renames it. So a folder with the final name is always complete.
 */
export async function cachedFolder(
  kind: string,
  version: string,
  writeFiles: (folder: string) => Promise<void>,
): Promise<string> {
  const root = await cacheRoot();
  const name = `${kind}-${version}`;
  const folder = join(root, name);
  if ((await readAge(folder)) !== undefined) return folder;
  const draft = join(root, `draft-${name}-${randomBytes(4).toString('hex')}`);
  await mkdir(draft, { mode: 0o755 });
  try {
    await writeFiles(draft);
    await rename(draft, folder);
    await removeOutdated(root, kind, name);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if ((await readAge(folder)) === undefined) throw error;
  }
  return folder;
}
