import { cp } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDb } from '#db/client.ts';
import { embeddedTemplate } from '#tests/helpers/database/template.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

describe('[D46] the embedded database’s folder', () => {
  const folder = temporaryFolder();
  beforeAll(async () => cp(await embeddedTemplate(), folder(), { recursive: true }));

  test('keeps committed rows and can be reopened after it is closed', async () => {
    for (const expected of [0, 1]) {
      const client = await createDb({ dataDir: folder() });
      await sql`create table if not exists visits (at timestamptz)`.execute(client.db);
      const { rows } = await sql<{ n: number }>`select count(*) as n from visits`.execute(client.db);
      expect(rows).toEqual([{ n: expected }]);
      await sql`insert into visits values (now())`.execute(client.db);
      // Even the same process must not open the folder twice.
      await expect(createDb({ dataDir: folder() })).rejects.toThrow(`process ${process.pid}`);
      await client.close();
    }
  });
});
