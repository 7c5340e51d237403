import { inspect } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { fileW9, findTaxForms, openTaxForm } from '#server/domains/affiliates/tax-forms/tax-form.service.ts';
import { createFieldCipher } from '#server/platform/security/field-cipher.ts';
import { testApp } from '#tests/helpers/app.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { databaseText } from '#tests/helpers/database/database-text.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeW9, W9 } from '#tests/helpers/factories/tax-form.ts';

const database = testDb();
const app = testApp(database);
const cipher = createFieldCipher([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
const now = new Date('2026-11-22T09:00:00Z');
const deps = () => ({ db: database.db, now: () => now, cipher });
const reason = 'Annual report to the tax office';

const makeOwner = async () => (await makeAccount(database.db)).id;
const makeStaff = async () => (await makeAccount(database.db, { accountType: 10 })).id;
const listRows = (accountId: string) =>
  database.db
    .selectFrom('taxForms')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('acceptedAt')
    .execute();
const auditRows = () => database.db.selectFrom('auditLog').selectAll().execute();

describe('[S5 W-9, S3 W-9] filing a form', () => {
  test('stores its number encrypted, with the last four digits, and everything else readable', async () => {
    const accountId = await makeOwner();
    await makeW9(database.db, cipher, { accountId, now });
    const [row, ...otherRows] = await listRows(accountId);
    expect(otherRows).toEqual([]);
    expect(row).toMatchObject({
      kind: 'w9',
      details: {
        usPerson: true,
        legalNameOfBusiness: 'Gomez Bakery LLC',
        taxClassification: 'llc',
        idType: 'ssn',
      },
      last4: '6789',
      acceptedAt: now,
      ip: '198.51.100.7',
      supersededAt: null,
    });
    expect(row?.encryptedNumbers).toMatch(/^v1\.k1\./);
    expect(JSON.stringify(row?.details)).not.toMatch(/\d/);
  });

  test('supersedes the previous form, which is kept', async () => {
    const accountId = await makeOwner();
    const [firstSignedAt, secondSignedAt] = [
      new Date('2026-01-05T10:00:00Z'),
      new Date('2026-06-05T10:00:00Z'),
    ];
    await makeW9(database.db, cipher, { accountId, now: firstSignedAt });
    await makeW9(database.db, cipher, { accountId, now: secondSignedAt, w9: { idNumber: '555667777' } });
    expect(await listRows(accountId)).toMatchObject([
      { last4: '6789', acceptedAt: firstSignedAt, supersededAt: secondSignedAt },
      { last4: '7777', acceptedAt: secondSignedAt, supersededAt: null },
    ]);
    const openedForm = await openTaxForm(deps(), {
      accountId,
      kind: 'w9',
      openedBy: await makeStaff(),
      reason,
    });
    expect(openedForm.numbers).toEqual({ idNumber: '555667777' });
  });

  test('is part of the caller’s transaction', async () => {
    const accountId = await makeOwner();
    const attempt = inTransaction(database.db, async (trx) => {
      await fileW9({ cipher }, trx, { accountId, w9: W9, ip: '198.51.100.7', now });
      throw new Error('the purchase was refused');
    });
    await expect(attempt).rejects.toThrow('the purchase was refused');
    expect(await listRows(accountId)).toEqual([]);
  });

  serverTest('stores all of several concurrent forms, and only one is current', async () => {
    const accountId = await makeOwner();
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        makeW9(database.db, cipher, { accountId, w9: { idNumber: `12345000${index}` } }),
      ),
    );
    const rows = await listRows(accountId);
    expect(rows).toHaveLength(8);
    expect(rows.filter(({ supersededAt }) => supersededAt === null)).toHaveLength(1);
  });
});

describe('[D7] the owner of a form', () => {
  test.each([
    ['ssn', '•••-••-6789'],
    ['ein', '••-•••6789'],
  ] as const)('sees the last four digits of an %s, masked as %s', async (idType, masked) => {
    const accountId = await makeOwner();
    await makeW9(database.db, cipher, { accountId, now, w9: { idType } });
    expect(await findTaxForms(database.db, accountId)).toEqual({
      w9: { acceptedAt: now, last4: '6789', masked },
      w8ben: null,
    });
  });

  test('sees nothing of anyone else’s form', async () => {
    await makeW9(database.db, cipher, { accountId: await makeOwner() });
    expect(await findTaxForms(database.db, await makeOwner())).toEqual({ w9: null, w8ben: null });
  });

  test('sees only the current form, not superseded ones', async () => {
    const accountId = await makeOwner();
    await makeW9(database.db, cipher, { accountId });
    await database.db
      .updateTable('taxForms')
      .set({ supersededAt: now })
      .where('accountId', '=', accountId)
      .execute();
    expect(await findTaxForms(database.db, accountId)).toEqual({ w9: null, w8ben: null });
  });
});

describe('[D7] opening a form', () => {
  test('requires staff and a reason, which is recorded', async () => {
    const [accountId, openedBy] = [await makeOwner(), await makeStaff()];
    await makeW9(database.db, cipher, { accountId, now });
    const request = { accountId, kind: 'w9', openedBy, reason: `  ${reason} ` } as const;
    const openedForm = await openTaxForm(deps(), request);
    expect(openedForm).toMatchObject({
      numbers: { idNumber: '123456789' },
      details: { legalNameOfBusiness: 'Gomez Bakery LLC', idType: 'ssn' },
      acceptedAt: now,
      ip: '198.51.100.7',
    });
    expect((await auditRows()).filter(({ actorId }) => actorId === openedBy)).toEqual([
      {
        change: null,
        id: expect.any(String),
        actorId: openedBy,
        action: 'tax-form.open',
        subject: `tax-form:${openedForm.id}`,
        reason,
        at: now,
      },
    ]);
  });

  test.each([0, 1, 2, 3])('is refused to account type %i, even to the owner', async (accountType) => {
    const { id } = await makeAccount(database.db, { accountType });
    const otherAccount = await makeOwner();
    await makeW9(database.db, cipher, { accountId: id });
    await makeW9(database.db, cipher, { accountId: otherAccount });
    const auditBefore = await auditRows();
    for (const accountId of [id, otherAccount]) {
      await expect(
        openTaxForm(deps(), { accountId, kind: 'w9', openedBy: id, reason }),
      ).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    }
    expect(await auditRows()).toEqual(auditBefore);
  });

  test.each(['', '   ', '\u200b', 'x'.repeat(501)])('is refused with the reason %j', async (reason) => {
    const [accountId, openedBy] = [await makeOwner(), await makeStaff()];
    await makeW9(database.db, cipher, { accountId });
    await expect(openTaxForm(deps(), { accountId, kind: 'w9', openedBy, reason })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: { reason: expect.any(String) },
    });
  });

  test('fails if the form or account does not exist', async () => {
    const [accountId, openedBy] = [await makeOwner(), await makeStaff()];
    await makeW9(database.db, cipher, { accountId });
    const request = { accountId, openedBy, reason };
    await expect(openTaxForm(deps(), { ...request, kind: 'w8ben' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(
      openTaxForm(deps(), { ...request, kind: 'w9', accountId: await makeOwner() }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('fails if it cannot be recorded', async () => {
    const [accountId, openedBy] = [await makeOwner(), await makeStaff()];
    await makeW9(database.db, cipher, { accountId });
    await sql`alter table audit_log add constraint full_disk check (reason <> 'disk is full') not valid`.execute(
      database.db,
    );
    await expect(
      openTaxForm(deps(), { accountId, kind: 'w9', openedBy, reason: 'disk is full' }),
    ).rejects.toThrow('full_disk');
    await sql`alter table audit_log drop constraint full_disk`.execute(database.db);
  });

  test('fails with numbers copied from another form', async () => {
    const [accountId, otherAccount, openedBy] = [await makeOwner(), await makeOwner(), await makeStaff()];
    await makeW9(database.db, cipher, { accountId });
    await makeW9(database.db, cipher, { accountId: otherAccount });
    const [taken] = await listRows(otherAccount);
    await database.db
      .updateTable('taxForms')
      .set({ encryptedNumbers: taken?.encryptedNumbers ?? '' })
      .where('accountId', '=', accountId)
      .execute();
    const auditBefore = await auditRows();
    await expect(openTaxForm(deps(), { accountId, kind: 'w9', openedBy, reason })).rejects.toThrow(
      'belongs to another row',
    );
    expect(await auditRows()).toEqual(auditBefore);
  });
});

describe('[D7] a tax number on file', () => {
  const CANARY = '907318246';
  const spellings = [CANARY, '907-31-8246', '90-7318246', ...encodeVariants(CANARY)];

  function encodeVariants(text: string): string[] {
    const bytes = Buffer.from(text);
    return [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')];
  }

  test('appears in no column of any table, no log line, no email, and no job', async () => {
    const [accountId, openedBy] = [await makeOwner(), await makeStaff()];
    const legalNameOfBusiness = 'Canary Seeds LLC';
    await makeW9(database.db, app.deps.cipher, { accountId, w9: { idNumber: CANARY, legalNameOfBusiness } });
    const openedForm = await openTaxForm(app.deps, { accountId, kind: 'w9', openedBy, reason });
    expect(openedForm.numbers.idNumber).toBe(CANARY);

    const allOutput = [
      await databaseText(database.db),
      inspect(app.mailer.sent, { depth: null }),
      inspect(app.jobs, { depth: null }),
      inspect(app.log.takeFaults(), { depth: null }),
    ].join('\n');
    for (const canary of [legalNameOfBusiness, openedForm.id, 'tax-form.open', 'v1.test.']) {
      expect(allOutput).toContain(canary);
    }
    for (const spelling of spellings) expect(allOutput).not.toContain(spelling);
  });

  const failures: Array<[string, () => Promise<unknown>]> = [
    [
      'filing',
      () => {
        const nobody = '01900000-0000-7000-8000-000000000001';
        return makeW9(database.db, cipher, { accountId: nobody, w9: { idNumber: CANARY } });
      },
    ],
    [
      'opening',
      async () => {
        const accountId = await makeOwner();
        await makeW9(database.db, cipher, { accountId, w9: { idNumber: CANARY } });
        const otherKeys = createFieldCipher([{ id: 'k1', key: Buffer.alloc(32, 8) }]);
        const request = { accountId, kind: 'w9', openedBy: await makeStaff(), reason } as const;
        await openTaxForm({ ...deps(), cipher: otherKeys }, request);
      },
    ],
  ];

  test.each(failures)('appears in no error and no log line if %s fails', async (_what, attempt) => {
    const error: unknown = await attempt().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    app.log.error({ err: error }, 'it failed');
    const errorOutput = inspect([error, app.log.takeFaults()], { depth: null, showHidden: true });
    for (const spelling of spellings) expect(errorOutput).not.toContain(spelling);
  });
});
