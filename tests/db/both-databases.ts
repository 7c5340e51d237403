import { embeddedTestDb, testDb } from '#tests/helpers/database/database.ts';

/** What the product promises on either database is held on each: `describe.each(BOTH_DATABASES)('… on $name', …)`. */
export const BOTH_DATABASES = [
  { name: 'PostgreSQL', open: testDb },
  { name: 'the embedded database', open: embeddedTestDb },
];
