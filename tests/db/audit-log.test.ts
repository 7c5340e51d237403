import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordAudit } from '#server/monitoring/audit.service.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { BOTH_DATABASES } from './both-databases.ts';

describe.each(BOTH_DATABASES)('[D52] an audit log entry, on $name', ({ open }) => {
  const database = open();
  const entry = {
    action: 'tax-form.open',
    subject: 'tax-form:01900000-0000-7000-8000-000000000001',
    reason: 'Annual report',
    at: new Date('2026-11-21T12:00:00Z'),
  };
  let actorId = '';

  beforeAll(async () => {
    actorId = (await makeAccount(database.db)).id;
    await recordAudit(database.db, { ...entry, actorId });
  });

  const listEntries = () => database.db.selectFrom('auditLog').selectAll().execute();

  test.each([
    ['changed', () => sql`update audit_log set reason = 'none'`.execute(database.db)],
    ['removed', () => database.db.deleteFrom('auditLog').execute()],
    ['removed by deleting its account', () => database.db.deleteFrom('accounts').execute()],
  ])('cannot be %s', async (_change, attempt) => {
    await expect(attempt()).rejects.toThrow(/audit/);
    expect(await listEntries()).toEqual([{ ...entry, actorId, change: null, id: expect.any(String) }]);
  });
});
