import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatSize } from './backup/manifest.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { type Command, type CommandDeps, CommandError, UsageError } from './command.ts';

/** `npm run restore`: restores a backup into an empty data folder. */
export const restoreCommand: Command<Pick<CommandDeps, 'config'>> = {
  usage: `Usage:
  npm run restore -- <folder>
        restore what npm run backup wrote to the folder into DATA_DIR, which must be empty or missing

Checks the whole backup before it writes anything. Stop the server first.`,
  run: async ({ config: { databaseUrl, dataDir, filesDir } }, args, io) => {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [folder, ...rest] = positionals;
    if (folder === undefined || rest.length > 0) throw new UsageError('Name the backup’s folder.');
    if (databaseUrl) {
      throw new CommandError(
        'This restores the embedded database, but DATABASE_URL is set. For PostgreSQL, see server/deploy/postgresql/README.md.',
      );
    }
    if (resolve(filesDir) !== resolve(dataDir, 'files')) {
      throw new CommandError(
        'Unset FILES_DIR for the restore, then move the files from DATA_DIR/files there.',
      );
    }
    const manifest = await restoreBackup(resolve(folder), dataDir, io);
    const day = manifest.createdAt.toISOString().slice(0, 'YYYY-MM-DD'.length);
    return `Restored ${dataDir} as of ${manifest.createdAt.toISOString()} (${formatSize(manifest)}).
Start the server, then compare with Stripe: npm run reconcile -- --from ${day}`;
  },
};
