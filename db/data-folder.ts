import { chmod, mkdir } from 'node:fs/promises';

/** Creates the data folder, readable by its owner only: it holds the database, secrets, and mails. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // An older release may have created it. Only its owner can change the mode, and a volume may belong to another user.
  await chmod(dataDir, 0o700).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  });
}
