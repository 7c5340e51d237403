import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { rotateFields } from '#server/domains/affiliates/field-rotation.service.ts';
import { type W8Input, w8Input } from '#server/domains/affiliates/tax-forms/tax-form.schema.ts';
import { fileW8, findTaxForms, openTaxForm } from '#server/domains/affiliates/tax-forms/tax-form.service.ts';
import { createFieldCipher } from '#server/platform/security/field-cipher.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { databaseText } from '#tests/helpers/database/database-text.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';
import { SAMPLE_W8 } from '#tests/helpers/purchases/affiliate.ts';

const database = testDb();
const now = new Date('2026-11-22T09:00:00Z');
const oldKey = { id: 'k1', key: Buffer.alloc(32, 7) };
const cipher = createFieldCipher([oldKey]);
const deps = () => ({ db: database.db, now: () => now, cipher });
const reason = 'Annual report to the tax office';

const makeOwner = async () => (await makeAccount(database.db)).id;
const makeStaff = async () => (await makeAccount(database.db, { accountType: 10 })).id;
const numbers = {
  USTaxPayerID: '912-88-4407',
  ForeignTaxID: 'FR 07 551 330 912',
  ReferenceNumber: 'REF-2271-5530',
};

async function file(accountId: string, overrides: Partial<W8Input> = {}): Promise<void> {
  const w8 = { ...w8Input.parse(SAMPLE_W8), ...overrides };
  await inTransaction(database.db, (trx) =>
    fileW8({ cipher }, trx, { accountId, w8, ip: '198.51.100.7', now }),
  );
}

describe('[S3 W-8BEN][D7] a W-8BEN', () => {
  test('stores its three numbers encrypted and everything else readable', async () => {
    const accountId = await makeOwner();
    await file(accountId);
    const row = await database.db
      .selectFrom('taxForms')
      .selectAll()
      .where('accountId', '=', accountId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      kind: 'w8ben',
      last4: '4407',
      acceptedAt: now,
      ip: '198.51.100.7',
      supersededAt: null,
      details: { name: 'Amélie Roux', city: 'Paris', FTINRequired: true },
    });
    expect(row.encryptedNumbers).toMatch(/^v1\.k1\./);
    expect(Object.keys(Object(row.details))).not.toEqual(expect.arrayContaining(Object.keys(numbers)));
  });

  test('shows the last four digits to its owner and nothing to anyone else', async () => {
    const accountId = await makeOwner();
    await file(accountId);
    expect(await findTaxForms(database.db, accountId)).toEqual({
      w9: null,
      w8ben: { acceptedAt: now, last4: '4407', masked: '•••••4407' },
    });
    expect(await findTaxForms(database.db, await makeOwner())).toEqual({ w9: null, w8ben: null });
  });

  test.each([
    ['4407', '07'],
    ['N/A', 'A'],
    ['-', ''],
    ['1', ''],
    ['12-34-5678', '5678'],
  ])('with the number %s shows %j, never most of it', async (USTaxPayerID, last4) => {
    const accountId = await makeOwner();
    await file(accountId, { USTaxPayerID });
    expect((await findTaxForms(database.db, accountId)).w8ben).toMatchObject({ last4 });
  });

  test('is kept along with a W-9, and replaces another W-8BEN', async () => {
    const accountId = await makeOwner();
    await makeW9(database.db, cipher, { accountId });
    await file(accountId);
    await file(accountId, { USTaxPayerID: '900-00-1234' });
    expect(await findTaxForms(database.db, accountId)).toMatchObject({
      w9: { last4: '6789' },
      w8ben: { last4: '1234' },
    });
  });

  test('can be opened by staff who give a reason, even after a key rotation', async () => {
    const [accountId, openedBy] = [await makeOwner(), await makeStaff()];
    await file(accountId);
    const request = { accountId, kind: 'w8ben', openedBy, reason } as const;
    expect((await openTaxForm(deps(), request)).numbers).toEqual(numbers);
    const bothCiphers = createFieldCipher([{ id: 'k2', key: Buffer.alloc(32, 8) }, oldKey]);
    await rotateFields({ db: database.db, cipher: bothCiphers });
    const newCipher = createFieldCipher([{ id: 'k2', key: Buffer.alloc(32, 8) }]);
    expect((await openTaxForm({ ...deps(), cipher: newCipher }, request)).numbers).toEqual(numbers);
    const auditRows = await database.db
      .selectFrom('auditLog')
      .select('action')
      .where('actorId', '=', openedBy)
      .execute();
    expect(auditRows).toEqual([{ action: 'tax-form.open' }, { action: 'tax-form.open' }]);
  });

  test('appears in no row of any table', async () => {
    const CANARIES = {
      USTaxPayerID: 'CN-417-902-286',
      ForeignTaxID: 'FRZZ81770',
      ReferenceNumber: 'R-55-CANARY',
    };
    await file(await makeOwner(), CANARIES);
    const rows = await databaseText(database.db);
    expect(rows).toContain('Amélie Roux');
    for (const number of Object.values(CANARIES)) {
      for (const spelling of [number, number.replace(/\W/g, ''), Buffer.from(number).toString('hex')]) {
        expect(rows).not.toContain(spelling);
      }
    }
    expect(inspect(cipher)).not.toContain('CANARY');
  });
});

describe('[S5 Your Information] the W-8BEN form', () => {
  test.each(['name', 'PermanentResidenceAddress', 'city', 'USTaxPayerID', 'ForeignTaxID', 'ReferenceNumber'])(
    "requires %s: 'Required Field'",
    (field) => {
      for (const value of [undefined, null, '', '  ', '\u200b']) {
        const parsed = w8Input.safeParse({ ...SAMPLE_W8, [field]: value });
        expect(parsed.error?.issues).toMatchObject([{ path: [field], message: 'Required Field' }]);
      }
    },
  );

  test.each([undefined, null, false])(
    "refuses acceptedTerms %s: 'Please accept the terms'",
    (acceptedTerms) => {
      const parsed = w8Input.safeParse({ ...SAMPLE_W8, acceptedTerms });
      expect(parsed.error?.issues).toMatchObject([
        { path: ['acceptedTerms'], message: 'Please accept the terms' },
      ]);
    },
  );
});
