import { embeddedTestDb, testDb } from '#tests/helpers/database/database.ts';

/** Use as `describe.each(BOTH_DATABASES)('… on $name', …)` for rules that both databases must follow. */
export const BOTH_DATABASES = [
  { name: 'PostgreSQL', open: testDb },
  { name: 'the embedded database', open: embeddedTestDb },
];
