import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const ROLES_FILE = join(import.meta.dirname, '../../../server/deploy/postgresql/roles.sql');

export interface DatabaseRoles {
  ownerUrl: string;
  /** The URL of the plain role. */
  appUrl: string;
  drop(): Promise<void>;
}

function withUser(databaseUrl: string, username: string, password: string): string {
  return Object.assign(new URL(databaseUrl), { username, password }).href;
}

/**
 * Runs `roles.sql` in a database. Roles belong to the whole server, so each call creates its own.
 */
export async function createRoles(databaseUrl: string): Promise<DatabaseRoles> {
  const suffix = randomBytes(4).toString('hex');
  const password = randomBytes(12).toString('hex');
  const [owner, app] = [`everything_card_owner_${suffix}`, `everything_card_app_${suffix}`];
  const run = async (database: string, statements: string) => {
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    try {
      await client.query(statements);
    } finally {
      await client.end();
    }
  };
  const file = await readFile(ROLES_FILE, 'utf8');
  await run(
    databaseUrl,
    file.replaceAll('everything_card_owner', owner).replaceAll('everything_card_app', app),
  );
  await run(databaseUrl, [owner, app].map((role) => `alter role ${role} password '${password}'`).join(';'));
  return {
    ownerUrl: withUser(databaseUrl, owner, password),
    appUrl: withUser(databaseUrl, app, password),
    drop: async () => {
      await run(databaseUrl, `reassign owned by ${owner}, ${app} to current_user`);
      for (const role of [app, owner]) {
        await run(databaseUrl, `drop owned by ${role}`);
        await run(databaseUrl, `drop role ${role}`);
      }
    },
  };
}
