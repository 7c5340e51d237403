import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { recordAudit } from '#server/platform/monitoring/audit.service.ts';
import { auditList } from '#server/staff/audit/audit-list.shared.ts';
import { type ListInput, listInput } from '#server/staff/kit/list.schema.ts';
import { readListAddress, writeListAddress } from '#server/staff/kit/list.shared.ts';
import { readStaffList, staffLists, streamStaffList } from '#server/staff/staff-lists.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';

// These tests use the audit log's list. All lists share its code.

const database = testDb();
const app = testApp(database);
const SUBJECTS = 120;
let staff: TestAccount;

const ctx = () => ({ deps: app.deps, account: staff });
const read = (input: Omit<Partial<ListInput>, 'list'> = {}) =>
  readStaffList(ctx(), listInput.parse({ list: 'audit', ...input }));

async function readCsv(query: string): Promise<string[][]> {
  let text = '';
  for await (const chunk of streamStaffList(ctx(), 'audit', new URLSearchParams(query))) text += chunk;
  return parse(text, { bom: true });
}

beforeAll(async () => {
  staff = await makeAccount(database.db, { accountType: 10, firstname: 'Sam', lastname: 'Stone' });
  for (let at = 0; at < SUBJECTS; at += 1) {
    await recordAudit(database.db, {
      actorId: staff.id,
      action: 'setting.change',
      subject: `thing:${at}`,
      // Each pair of rows has the same time.
      at: new Date(Date.UTC(2026, 10, 20, 18) + Math.floor(at / 2) * 60_000),
      change: { before: null, after: at === 7 ? '=HYPERLINK("x")' : `value ${at}` },
    });
  }
});

describe('a list of the console', () => {
  // Failed jobs are in the queue's tables, which don't exist in this test.
  const lists = Object.entries(staffLists).filter(([name]) => name !== 'failed-jobs');
  test.each(lists)('opens as its page opens it: %s', async (list, { definition }) => {
    const developer = { deps: app.deps, account: await makeAccount(database.db, { accountType: 42 }) };
    const state = readListAddress(definition, new URLSearchParams());
    const { rows } = await readStaffList(developer, listInput.parse({ list, ...state }));
    expect(Array.isArray(rows)).toBe(true);
  });

  test.each(['asc', 'desc'] as const)('shows every row once over its pages, sorted %s', async (direction) => {
    const subjects: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page = await read({
        sort: 'at',
        direction,
        cursor,
        filters: { from: '2026-11-20', to: '2026-11-20' },
      });
      subjects.push(...page.rows.map(({ subject }) => subject));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(subjects).toHaveLength(SUBJECTS);
    expect(new Set(subjects).size).toBe(SUBJECTS);
    expect(subjects[0]).toMatch(direction === 'asc' ? /^thing:[01]$/ : /^thing:11[89]$/);
  });

  test('filters by days of the business time zone', async () => {
    expect((await read({ filters: { from: '2026-11-21' } })).rows).toEqual([]);
    expect((await read({ filters: { to: '2026-11-19' } })).rows).toEqual([]);
  });

  test('finds what was searched for', async () => {
    const { rows } = await read({ search: 'thing:7' });
    expect(rows).toEqual([
      expect.objectContaining({ by: 'Sam Stone', subject: 'thing:7', after: '=HYPERLINK("x")' }),
    ]);
  });

  test('names each action, and filters by it', async () => {
    await recordAudit(database.db, {
      actorId: staff.id,
      action: 'text.publish',
      subject: 'text:FAQ',
      at: new Date('2026-11-19T18:00:00Z'),
    });
    expect((await read({ filters: { action: 'text.publish' } })).rows).toMatchObject([
      { action: 'Text published', subject: 'text:FAQ' },
    ]);
  });

  test.each([
    ['an unknown filter', { filters: { other: 'x' } }],
    ['an unknown action', { filters: { action: 'text.eat' } }],
    ['a day that does not exist', { filters: { from: '2026-02-30' } }],
    ['a column without an order', { sort: 'reason' }],
    ['an unknown column', { sort: 'constructor' }],
    ['a search with a NUL character', { search: 'a\u0000b' }],
    ['a cursor that is not one', { cursor: 'x' }],
    ['a cursor with another key', { cursor: Buffer.from('["today","x"]').toString('base64url') }],
    [
      'a cursor with SQL',
      { cursor: Buffer.from(JSON.stringify(["now'); --", randomUUID()])).toString('base64url') },
    ],
  ])('refuses %s', async (_what, input) => {
    await expect(read(input)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('does not exist under another name', async () => {
    const input = listInput.parse({ list: 'constructor' });
    await expect(readStaffList(ctx(), input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('downloads as CSV with its columns, filters, and order, safe for spreadsheets, and audited', async () => {
    const [header, ...lines] = await readCsv('from=2026-11-20&to=2026-11-20&sort=at.asc');
    expect(header).toEqual(Object.values(auditList.columns).map(({ label }) => label));
    expect(lines).toHaveLength(SUBJECTS);
    expect(lines[0]?.[0]).toBe('2026-11-20T18:00:00.000Z');
    expect(lines.flat()).toContain(`'=HYPERLINK("x")`);
    const { rows } = await read({ search: 'list:audit' });
    expect(rows[0]).toMatchObject({ action: 'List downloaded', by: 'Sam Stone' });
    expect(rows[0]?.after).toContain('2026-11-20');
  });

  test('downloads each row once, even if there are more than it reads at a time', async () => {
    const ROWS = 1_001;
    const entry = { actorId: staff.id, action: 'setting.change', at: new Date('2026-11-18T18:00:00Z') };
    const entries = Array.from({ length: ROWS }, (_, index) => ({
      ...entry,
      id: newId(),
      subject: `row:${index}`,
      reason: null,
    }));
    await database.db.insertInto('auditLog').values(entries).execute();
    const [, ...lines] = await readCsv('from=2026-11-18&to=2026-11-18');
    expect(lines).toHaveLength(ROWS);
    expect(new Set(lines.map(String)).size).toBe(ROWS);
  });
});

test('an address keeps a list’s state, and leaves out what the list starts with', () => {
  const query = 'q=open&from=2026-11-20&sort=at.asc&after=abc';
  expect(writeListAddress(auditList, readListAddress(auditList, new URLSearchParams(query))).toString()).toBe(
    query,
  );
  const unknown = 'sort=reason.asc&from=yesterday&other=1';
  expect(
    writeListAddress(auditList, readListAddress(auditList, new URLSearchParams(unknown))).toString(),
  ).toBe('');
});
