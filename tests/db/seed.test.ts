import { expect } from 'vitest';
import { createPlanRows } from '#db/seed/catalog.ts';
import { seed } from '#db/seed/seed.ts';
import { ensureHouseAccount } from '#server/domains/accounts/provided-account.service.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';

const database = testDb();

// Several processes of a new installation start at once. The embedded database has one process.
serverTest('[D46] processes that seed an empty database at the same time insert its rows once', async () => {
  const start = async () => {
    await seed(database.db);
    await ensureHouseAccount(database.db);
  };
  await Promise.all(Array.from({ length: 8 }, start));
  expect(await database.db.selectFrom('plans').select('slug').execute()).toHaveLength(
    createPlanRows().length,
  );
});
