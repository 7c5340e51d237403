import { resolve } from 'node:path';
import { createBackup } from '../backup/create-backup.ts';
import { formatSize } from '../backup/manifest.ts';
import { type Command, CommandError, UsageError } from '../command.ts';

const usage = `Usage:
  npm run backup -- <folder>
        copy the data folder to a new folder: the embedded database, uploaded files, and secrets; the server can keep
        running

The copy has the keys that encrypt tax numbers and sign links. Keep it as private as the data folder; its files have
mode 600. Restore it with: npm run restore -- <folder>`;

/** `npm run backup`: backs up the data folder of the embedded database. */
export const backupCommand: Command = {
  usage,
  worksOnOlderSchema: true,
  resolvePaths: (args) => args.map((arg) => (arg.startsWith('-') ? arg : resolve(arg))),
  run: async (deps, args, io) => {
    const [folder, ...rest] = args;
    if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
      throw new UsageError('Name the new folder.');
    }
    if (deps.config.databaseUrl) {
      throw new CommandError(
        'This backs up the embedded database. For PostgreSQL, see server/deploy/postgresql/README.md.',
      );
    }
    const manifest = await createBackup(deps, folder, io);
    return `Backed up ${deps.config.dataDir} to ${folder} (${formatSize(manifest)}), with its secrets: keep it private.`;
  },
};
