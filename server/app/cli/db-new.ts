import { readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type CommandResult, isHelpRequested } from './command.ts';

const migrationsFolder = join(import.meta.dirname, '../../../db/migrations');
const MINUTE_MS = 60_000;

const usage = `Usage:
  npm run db:new -- <name-in-kebab-case>

Creates an empty migration in db/migrations.`;

const TEMPLATE = `import { type Kysely, sql } from 'kysely';

/** Why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`\`.execute(db);
}
`;

/** Formats as '20261121T0400' in UTC. Migrations run in the order of their file names. */
function formatTimestamp(instant: Date): string {
  return instant.toISOString().replace(/[-:]/g, '').slice(0, 13);
}

/** `npm run db:new`: creates an empty migration. */
export async function createMigration(args: string[]): Promise<CommandResult> {
  if (isHelpRequested(args)) return { exitCode: 0, output: usage };
  const [name, ...rest] = args;
  if (name === undefined || rest.length > 0 || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    return { exitCode: 2, output: usage };
  }
  const lastMigration = (await readdir(migrationsFolder)).sort().at(-1) ?? '';
  let time = Date.now();
  // The new name must sort last, even if the clock is slow or the last migration is less than a minute old.
  while (formatTimestamp(new Date(time)) <= lastMigration.slice(0, 13)) time += MINUTE_MS;
  const path = join(migrationsFolder, `${formatTimestamp(new Date(time))}-${name}.ts`);
  await writeFile(path, TEMPLATE, { flag: 'wx' });
  return { exitCode: 0, output: relative(process.cwd(), path) };
}
