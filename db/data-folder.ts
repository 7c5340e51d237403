import { chmod, mkdir } from 'node:fs/promises';

/**
 * Creates the data folder if it is missing. Only its owner may read it, because it contains the database,
 * secrets, and mails.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // An older release may have created the folder with a looser mode. Ignore EPERM: a mounted volume may
  // belong to another user.
  await chmod(dataDir, 0o700).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  });
}
