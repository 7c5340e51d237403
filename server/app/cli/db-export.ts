import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDb } from '#db/client.ts';
import { ExportRefused, exportDatabase } from '#db/export/export-database.ts';
import { pathExists } from '#db/snapshot.ts';
import { formatSecretSettings } from '../../platform/config/secrets.ts';
import { type Command, type CommandDeps, CommandError, type CommandIo, UsageError } from './command.ts';
import { formatTable } from './text-table.ts';

type ExportDeps = Pick<CommandDeps, 'config'>;

/** `npm run db:export`: moves the embedded database to PostgreSQL. */
export const exportCommand: Command<ExportDeps> = {
  usage: `Usage:
  DATABASE_URL=postgres://… npm run db:export [-- --keys <file>]
        copy the embedded database in DATA_DIR to the empty PostgreSQL database at DATABASE_URL, in one transaction,
        and compare every table. --keys writes the secrets of DATA_DIR as settings to a new file with mode 600

Stop the server first. The embedded database stays unchanged.`,
  run: async ({ config }, args, io) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { keys: { type: 'string' } },
    });
    if (positionals.length > 0) throw new UsageError(`Unknown arguments: ${positionals.join(' ')}`);
    if (!config.databaseUrl) throw new UsageError('Set DATABASE_URL to the new, empty database.');
    if (!(await pathExists(join(config.dataDir, 'database')))) {
      throw new CommandError(`${config.dataDir} has no embedded database.`);
    }
    if (values.keys) await writeKeys(config, values.keys);
    const targetUrl = config.databaseOwnerUrl ?? config.databaseDirectUrl ?? config.databaseUrl;
    const tables = await copyTables(config.dataDir, targetUrl, io);
    const total = [...tables.values()].reduce((sum, { rows }) => sum + rows, 0);
    return `${formatTable([
      ['table', 'rows'],
      ...[...tables].map(([table, { rows }]) => [table, rows.toLocaleString('en-US')]),
    ])}

${tables.size} tables with ${total.toLocaleString('en-US')} rows are the same on both sides.
${values.keys ? `The secrets are in ${values.keys}: set them for every process.` : `Keep DATA_DIR: its secrets and uploaded files belong to this database.`}`;
  },
};

async function copyTables(dataDir: string, databaseUrl: string, io: CommandIo) {
  const client = await createDb({ dataDir });
  try {
    if (!client.embedded) throw new Error('The data folder opened without an embedded database');
    io.note('Reading the embedded database');
    return await exportDatabase(client.embedded, databaseUrl, (done, total) =>
      io.progress({ done, total, text: 'loading' }),
    );
  } catch (error) {
    if (error instanceof ExportRefused) throw new CommandError(error.message);
    throw error;
  } finally {
    await client.close();
  }
}

async function writeKeys(config: ExportDeps['config'], file: string): Promise<void> {
  const settings = await formatSecretSettings(config);
  await writeFile(file, settings, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw new CommandError(`${file} can't be written: ${error instanceof Error ? error.message : error}`);
  });
}
