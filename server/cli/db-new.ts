import { readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'db', 'migrations');
const MINUTE = 60_000;

const TEMPLATE = `import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema;
}
`;

/** '20261121T0400', in UTC: migrations run in the order of their names. */
function stamp(instant: Date): string {
  return instant.toISOString().replace(/[-:]/g, '').slice(0, 13);
}

async function newMigration(name: string): Promise<string> {
  const last = (await readdir(folder)).sort().at(-1) ?? '';
  let time = Date.now();
  // A clock that is behind, or two migrations within a minute, must not change the order.
  while (stamp(new Date(time)) <= last.slice(0, 13)) time += MINUTE;
  const path = join(folder, `${stamp(new Date(time))}-${name}.ts`);
  await writeFile(path, TEMPLATE, { flag: 'wx' });
  return relative(process.cwd(), path);
}

const [name, ...rest] = process.argv.slice(2);
if (name === undefined || rest.length > 0 || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
  console.error(
    'Usage:\n  npm run db:new -- <name-in-kebab-case>\n\nMakes an empty migration in db/migrations.',
  );
  process.exitCode = name === '--help' ? 0 : 2;
} else {
  console.log(await newMigration(name));
}
