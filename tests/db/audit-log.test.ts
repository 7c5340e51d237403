import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { recordAudit } from '#server/monitoring/audit.service.ts';
import { BOTH_DATABASES } from './both-databases.ts';

describe.each(BOTH_DATABASES)('the audit log on $name', ({ open }) => {
  const database = open();

  test.each([
    ['update', sql`update audit_log set reason = 'another'`],
    ['delete', sql`delete from audit_log`],
    ['truncate', sql`truncate audit_log`],
  ])('[D52] refuses to %s entries', async (_, statement) => {
    await recordAudit(database.db, { action: 'text.publish', subject: `test:${newId()}`, at: new Date() });
    await expect(statement.execute(database.db)).rejects.toThrow('the audit log cannot be changed');
  });
});
