import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { startCommandSocket } from '#server/app/cli/command-socket.ts';
import { taxFormsCommand } from '#server/app/cli/commands/tax-forms.ts';
import { dispatchCommand } from '#server/app/cli/dispatch-command.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { w8Input } from '#server/domains/affiliates/tax-forms/tax-form.schema.ts';
import { fileW8 } from '#server/domains/affiliates/tax-forms/tax-form.service.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createFieldCipher } from '#server/platform/security/field-cipher.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';
import { openRecordingJobs, recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { SAMPLE_W8 } from '#tests/helpers/purchases/affiliate.ts';

const database = testDb();
const now = () => new Date('2026-11-22T09:00:00Z');
const oldKey = Buffer.alloc(32, 1).toString('base64');
const newKey = Buffer.alloc(32, 2).toString('base64');
const RINGS = { before: `old:${oldKey}`, during: `fresh:${newKey},old:${oldKey}`, after: `fresh:${newKey}` };

function run(FIELD_KEYS: string, ...args: string[]) {
  const config = loadConfig({ FIELD_KEYS });
  return executeCommand(taxFormsCommand, { db: database.db, now, config, openJobs: openRecordingJobs }, args);
}

const show = (FIELD_KEYS: string, email: string, by: string) =>
  run(FIELD_KEYS, 'show', email, '--by', by, '--reason', 'Annual report');
const audit = () => database.db.selectFrom('auditLog').select(['actorId', 'reason']).execute();

let staffId = '';
beforeAll(async () => {
  const { id } = await makeAccount(database.db, { email: 'owner@example.com' });
  await makeAccount(database.db, { email: 'other@example.com' });
  staffId = (await makeAccount(database.db, { email: 'staff@example.com', accountType: 10 })).id;
  const [key] = loadConfig({ FIELD_KEYS: RINGS.before }).fieldKeys ?? [];
  await makeW9(database.db, createFieldCipher(key ? [key] : []), { accountId: id });
});

describe('npm run tax-forms -- show', () => {
  test('[D7] prints the form with its number, and records who opened it and why', async () => {
    const { exitCode, output } = await show(RINGS.before, 'OWNER@example.com', 'staff@example.com');
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^form +W-9, /);
    expect(output).toMatch(/idNumber +123456789$/m);
    expect(output).toMatch(/legalNameOfBusiness +Gomez Bakery LLC$/m);
    expect(await audit()).toEqual([{ actorId: staffId, reason: 'Annual report' }]);
  });

  test('[D7] prints a W-8BEN and a W-9, each with its own numbers', async () => {
    const { id: accountId } = await makeAccount(database.db, { email: 'both@example.com' });
    const [key] = loadConfig({ FIELD_KEYS: RINGS.before }).fieldKeys ?? [];
    const cipher = createFieldCipher(key ? [key] : []);
    await makeW9(database.db, cipher, { accountId });
    const w8 = w8Input.parse(SAMPLE_W8);
    await inTransaction(database.db, (trx) =>
      fileW8({ cipher }, trx, { accountId, w8, ip: '198.51.100.7', now: now() }),
    );
    const { exitCode, output } = await show(RINGS.before, 'both@example.com', 'staff@example.com');
    expect(exitCode).toBe(0);
    const [firstForm, secondForm] = output.split('\n\n');
    expect(firstForm).toMatch(/^form +W-9, /);
    expect(firstForm).toMatch(/idNumber +123456789$/m);
    expect(secondForm).toMatch(/^form +W-8BEN, /);
    expect(secondForm).toMatch(/USTaxPayerID +912-88-4407$/m);
    expect(secondForm).toMatch(/ForeignTaxID +FR 07 551 330 912$/m);
    expect(secondForm).toMatch(/ReferenceNumber +REF-2271-5530$/m);
    await withoutTriggers(database.db, (trx) =>
      trx.deleteFrom('taxForms').where('accountId', '=', accountId).execute(),
    );
  });

  test.each([
    ['owner@example.com', 'owner@example.com', 'owner@example.com is not a staff account.'],
    ['other@example.com', 'staff@example.com', 'other@example.com has no tax form on file.'],
    ['owner@example.com', 'ghost@example.com', 'There is no account with the email ghost@example.com.'],
    ['ghost@example.com', 'staff@example.com', 'There is no account with the email ghost@example.com.'],
  ])('[D7] explains the refusal for %s, requested by %s', async (email, by, sentence) => {
    const auditBefore = await audit();
    expect(await show(RINGS.before, email, by)).toEqual({ exitCode: 1, output: sentence });
    expect(await audit()).toEqual(auditBefore);
  });

  test('[D7] reports the id of a missing key', async () => {
    expect(await show(RINGS.after, 'owner@example.com', 'staff@example.com')).toEqual({
      exitCode: 1,
      output: "The key 'old' is not in FIELD_KEYS.",
    });
  });

  test.each([
    [[]],
    [['show']],
    [['show', 'owner@example.com']],
    [['show', 'owner@example.com', '--by', 'staff@example.com']],
    [['show', 'owner@example.com', '--by', 'staff@example.com', '--reason', '']],
    [['show', 'owner@example.com', '--reason', 'Annual report']],
    [['show', 'a@example.com', 'b@example.com', '--by', 'c@example.com', '--reason', 'x']],
    [['rotate', 'owner@example.com']],
    [['rotate', '--by', 'staff@example.com']],
    [['rotate', '--force']],
    [['print']],
  ])('prints the usage for %j', async (args) => {
    const { exitCode, output } = await run(RINGS.before, ...args);
    expect(exitCode).toBe(2);
    expect(output).toContain('npm run tax-forms -- show <email> --by <staff email> --reason <text>');
  });
});

describe('npm run tax-forms -- rotate', () => {
  test('[D7] fails without the old key, and works with both, also through a running server', async () => {
    const { exitCode, output } = await run(RINGS.after, 'rotate');
    expect(exitCode).toBe(1);
    expect(output).toContain('0 of 1 rows');
    expect(output).toContain("The key 'old' is not in FIELD_KEYS.");

    const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-cli-'));
    const log = recordingLogger();
    const config = loadConfig({ DATA_DIR: dataDir, FIELD_KEYS: RINGS.during });
    const close = await startCommandSocket({ db: database.db, now, config, jobs: recordingJobQueue(), log });
    // The server has the keys, so the process that sends the command doesn't need them.
    const caller = loadConfig({ DATA_DIR: dataDir });
    const rotatedResult = { exitCode: 0, output: expect.stringContaining('None uses another key.') };
    expect(await dispatchCommand(caller, 'tax-forms', ['rotate'])).toEqual(rotatedResult);
    const args = ['show', 'owner@example.com', '--by', 'staff@example.com', '--reason', 'Annual report'];
    expect((await dispatchCommand(caller, 'tax-forms', args)).output).toContain('123456789');
    await close();
    await rm(dataDir, { recursive: true, force: true });
    expect(log.takeFaults()).toEqual([]);
    expect((await show(RINGS.after, 'owner@example.com', 'staff@example.com')).exitCode).toBe(0);
  });
});
