import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStore, requireContentType } from './file-store.ts';

interface FolderStoreOptions {
  /** `<DATA_DIR>/files`. It is created if missing. */
  folder: string;
}

/** A key has only one dot, before its extension, so its path can't leave the folder. */
export function createFolderStore({ folder }: FolderStoreOptions): FileStore {
  return {
    put: async (key, bytes) => {
      requireContentType(key);
      const path = join(folder, key);
      await mkdir(dirname(path), { recursive: true });
      // Write to a temporary file first: renaming is atomic, so nobody ever reads half a file.
      const temporaryPath = join(dirname(path), `.${randomUUID()}.tmp`);
      try {
        await writeThrough(temporaryPath, bytes);
        await rename(temporaryPath, path);
      } finally {
        await rm(temporaryPath, { force: true });
      }
    },
    get: async (key) => {
      const contentType = requireContentType(key);
      const bytes = await readFile(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return bytes && { bytes, contentType };
    },
    remove: async (key) => {
      requireContentType(key);
      await rm(join(folder, key), { force: true });
    },
  };
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
