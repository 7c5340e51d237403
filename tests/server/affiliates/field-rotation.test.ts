import { beforeEach, describe, expect, test } from 'vitest';
import { rotateFields } from '#server/domains/affiliates/field-rotation.service.ts';
import { openTaxForm } from '#server/domains/affiliates/tax-forms/tax-form.service.ts';
import { createFieldCipher, type FieldCipher } from '#server/platform/security/field-cipher.ts';
import { BOTH_DATABASES } from '#tests/db/both-databases.ts';
import type { TestDatabaseHandle } from '#tests/helpers/database/database.ts';
import { serverDescribe, testDb } from '#tests/helpers/database/database.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';

const oldKey = { id: 'old', key: Buffer.alloc(32, 1) };
const newKey = { id: 'fresh', key: Buffer.alloc(32, 2) };
const ciphers = {
  before: createFieldCipher([oldKey, newKey]),
  during: createFieldCipher([newKey, oldKey]),
  after: createFieldCipher([newKey]),
};

function formsIn(database: TestDatabaseHandle) {
  const number = (index: number) => String(100_000_000 + index);
  return {
    number,
    /** Files forms for `count` different accounts. */
    file: async (count: number, cipher: FieldCipher) => {
      const accounts = await Promise.all(Array.from({ length: count }, () => makeAccount(database.db)));
      for (const [index, { id }] of accounts.entries()) {
        await makeW9(database.db, cipher, { accountId: id, w9: { idNumber: number(index) } });
      }
      return accounts.map(({ id }) => id);
    },
    open: async (accountId: string, cipher: FieldCipher) => {
      const staff = await makeAccount(database.db, { accountType: 42 });
      const openedForm = await openTaxForm(
        { db: database.db, now: () => new Date(), cipher },
        { accountId, kind: 'w9', openedBy: staff.id, reason: 'test of the rotation' },
      );
      return openedForm.numbers.idNumber;
    },
    envelopes: async () => {
      const rows = await database.db
        .selectFrom('taxForms')
        .select('encryptedNumbers')
        .orderBy('id')
        .execute();
      return rows.map(({ encryptedNumbers }) => encryptedNumbers);
    },
    keyIds: async () => {
      const rows = await database.db.selectFrom('taxForms').select('encryptedNumbers').execute();
      return new Set(rows.map(({ encryptedNumbers }) => encryptedNumbers.split('.')[1]));
    },
  };
}

describe.each(BOTH_DATABASES)('[D7] a key rotation, on $name', ({ open }) => {
  const database = open();
  const forms = formsIn(database);
  beforeEach(() => withoutTriggers(database.db, (trx) => trx.deleteFrom('taxForms').execute()));

  test('leaves forms readable throughout, and makes the old key unnecessary', async () => {
    const accounts = await forms.file(7, ciphers.before);
    const [firstAccount = ''] = accounts;
    expect(await forms.open(firstAccount, ciphers.during)).toBe(forms.number(0));
    await expect(forms.open(firstAccount, ciphers.after)).rejects.toThrow(
      "The key 'old' is not in FIELD_KEYS.",
    );

    const batches: number[] = [];
    const rotation = await rotateFields(
      { db: database.db, cipher: ciphers.during },
      { batchSize: 3, onBatch: (rotatedCount) => batches.push(rotatedCount) },
    );
    expect(rotation).toEqual({ total: 7, rotated: 7, unreadable: [] });
    expect(batches.slice(0, 3)).toEqual([3, 6, 7]);
    for (const [index, accountId] of accounts.entries()) {
      expect(await forms.open(accountId, ciphers.after)).toBe(forms.number(index));
    }
  });

  test('includes superseded forms and changes nothing else about a form', async () => {
    const [accountId = ''] = await forms.file(1, ciphers.before);
    await makeW9(database.db, ciphers.before, { accountId, now: new Date('2026-12-01T00:00:00Z') });
    const rows = () =>
      database.db
        .selectFrom('taxForms')
        .select(['id', 'details', 'last4', 'acceptedAt', 'supersededAt', 'ip'])
        .orderBy('id')
        .execute();
    const rowsBefore = await rows();
    expect(await rotateFields({ db: database.db, cipher: ciphers.during })).toMatchObject({ rotated: 2 });
    expect(await forms.keyIds()).toEqual(new Set(['fresh']));
    expect(await rows()).toEqual(rowsBefore);
  });

  test('writes nothing the second time', async () => {
    await forms.file(3, ciphers.before);
    const deps = { db: database.db, cipher: ciphers.during };
    await rotateFields(deps);
    const envelopes = await forms.envelopes();
    expect(await rotateFields(deps)).toEqual({ total: 3, rotated: 0, unreadable: [] });
    expect(await forms.envelopes()).toEqual(envelopes);
  });

  test('reports a form that cannot be decrypted, skips it, and finishes the others', async () => {
    const lostCipher = createFieldCipher([{ id: 'lost', key: Buffer.alloc(32, 3) }]);
    const [lostKeyAccount = ''] = await forms.file(1, lostCipher);
    const [changedAccount = ''] = await forms.file(1, ciphers.before);
    await database.db
      .updateTable('taxForms')
      .set({ encryptedNumbers: 'v1.old.nonsense' })
      .where('accountId', '=', changedAccount)
      .execute();
    const accounts = await forms.file(4, ciphers.before);
    const { unreadable, ...counts } = await rotateFields(
      { db: database.db, cipher: ciphers.during },
      { batchSize: 2 },
    );
    expect(counts).toEqual({ total: 6, rotated: 4 });
    expect(unreadable.map(({ reason }) => reason)).toEqual([
      "The key 'lost' is not in FIELD_KEYS.",
      'The encrypted value was changed, or belongs to another row.',
    ]);
    expect(await forms.open(lostKeyAccount, lostCipher)).toBe(forms.number(0));
    expect(await forms.open(accounts[3] ?? '', ciphers.after)).toBe(forms.number(3));
  });
});

serverDescribe('[D7] a key rotation on a running server', () => {
  const database = testDb();
  const forms = formsIn(database);

  test('re-encrypts each form once if two rotations run at the same time', async () => {
    await forms.file(20, ciphers.before);
    const rotate = () => rotateFields({ db: database.db, cipher: ciphers.during }, { batchSize: 3 });
    const results = await Promise.all([rotate(), rotate(), rotate()]);
    expect(results.reduce((sum, { rotated: rotatedCount }) => sum + rotatedCount, 0)).toBe(20);
    expect(await forms.keyIds()).toEqual(new Set(['fresh']));
  });

  test('allows filing and opening forms during it, also with the old key', async () => {
    const accounts = await forms.file(12, ciphers.before);
    const rotation = rotateFields({ db: database.db, cipher: ciphers.during }, { batchSize: 1 });
    const refiledForms = accounts.map((accountId, index) =>
      makeW9(database.db, index % 2 ? ciphers.before : ciphers.during, {
        accountId,
        w9: { idNumber: '555667777' },
      }),
    );
    const openedForm = accounts.map((accountId) => forms.open(accountId, ciphers.before));
    const [numbers] = await Promise.all([Promise.all(openedForm), rotation, ...refiledForms]);
    expect(numbers.every((number) => number === '555667777' || /^1000000\d\d$/.test(number ?? ''))).toBe(
      true,
    );

    await rotateFields({ db: database.db, cipher: ciphers.during });
    expect(await forms.keyIds()).toEqual(new Set(['fresh']));
    for (const accountId of accounts) expect(await forms.open(accountId, ciphers.after)).toBe('555667777');
  });
});
