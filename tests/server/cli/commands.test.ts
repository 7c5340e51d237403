import { beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS, type CommandName } from '#server/app/cli/commands.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { redeemStaffToken } from '#server/domains/accounts/sessions/staff-token.service.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { openRecordingJobs } from '#tests/helpers/fakes/job-queue.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';

const database = testDb();
const now = () => new Date('2026-11-21T12:00:00Z');
const log = recordingLogger();

async function run(name: CommandName, ...args: string[]) {
  const config = loadConfig({ PUBLIC_URL: 'http://localhost:3000' });
  return executeCommand(
    await COMMANDS[name](),
    { db: database.db, now, config, openJobs: openRecordingJobs },
    args,
  );
}

const getAccountType = async (email: string) =>
  (
    await database.db
      .selectFrom('accounts')
      .select('accountType')
      .where('email', '=', email)
      .executeTakeFirst()
  )?.accountType;

beforeAll(async () => {
  await makeAccount(database.db, { email: 'Anna@example.com', firstname: 'Anna', lastname: 'Berg' });
  await makeAccount(database.db, { email: 'stella@example.com', accountType: 10 });
  await makeAccount(database.db, { email: 'house@example.com', isHouse: true });
});

describe('npm run accounts', () => {
  test.each([
    ['10', 10, '10 (admin)'],
    ['admin', 10, '10 (admin)'],
    ['Developer', 42, '42 (developer)'],
    ['0', 0, '0 (basic)'],
  ])('[D39] set-type changes the account to %s', async (type, number, name) => {
    expect(await run('accounts', 'set-type', 'anna@EXAMPLE.com', type)).toEqual({
      exitCode: 0,
      output: `Anna@example.com is now ${name}.`,
    });
    expect(await getAccountType('Anna@example.com')).toBe(number);
  });

  test.each(['7', 'boss', '', ' ', '1e1', '-1', '10.5'])(
    '[S3 account types] refuses the type %j',
    async (type) => {
      const typeBefore = await getAccountType('Anna@example.com');
      const { exitCode, output } = await run('accounts', 'set-type', 'anna@example.com', type);
      expect(exitCode).toBe(2);
      expect(output).toContain(`There is no account type '${type}'.`);
      expect(output).toContain('Usage:');
      expect(await getAccountType('Anna@example.com')).toBe(typeBefore);
    },
  );

  test('reports an unknown email, and treats the house account as unknown', async () => {
    for (const email of ['nobody@example.com', 'house@example.com']) {
      for (const args of [
        ['show', email],
        ['set-type', email, 'admin'],
      ]) {
        expect(await run('accounts', ...args)).toEqual({
          exitCode: 1,
          output: `There is no account with the email ${email}.`,
        });
      }
    }
    expect(await getAccountType('house@example.com')).toBe(0);
  });

  test('set-type gives an affiliate a reference code, and keeps an existing one', async () => {
    await makeAccount(database.db, { email: 'ella@example.com', firstname: 'Ella' });
    const getReferenceCode = async (type: string) => {
      await run('accounts', 'set-type', 'ella@example.com', type);
      const { output } = await run('accounts', 'show', 'ella@example.com');
      return /reference code +(\S+)/.exec(output)?.[1];
    };
    expect(await getReferenceCode('10')).toBe('-');
    const code = await getReferenceCode('3');
    expect(code).toMatch(/^ELLA\w{4}$/);
    expect(await getReferenceCode('influencer')).toBe(code);
    await withoutTriggers(database.db, (trx) =>
      trx.deleteFrom('accounts').where('email', '=', 'ella@example.com').execute(),
    );
  });

  test('list filters by type', async () => {
    const allAccounts = await run('accounts', 'list');
    expect(allAccounts.output).toContain('Anna@example.com');
    expect(allAccounts.output).toContain('stella@example.com');
    expect(allAccounts.output).not.toContain('house@example.com');
    await run('accounts', 'set-type', 'anna@example.com', 'basic');
    const staff = await run('accounts', 'list', '--type', 'admin');
    expect(staff.output.split('\n')).toEqual([expect.stringContaining('stella@example.com')]);
    expect((await run('accounts', 'list', '--limit', '1')).output.split('\n')).toHaveLength(1);
    expect(await run('accounts', 'list', '--type', '3')).toEqual({
      exitCode: 0,
      output: 'There are no accounts.',
    });
  });

  test('show prints one account without secrets', async () => {
    const { exitCode, output } = await run('accounts', 'show', 'anna@example.com');
    expect(exitCode).toBe(0);
    expect(output).toContain('Anna Berg');
    expect(output).not.toMatch(/hash|argon/i);
  });

  test.each([
    [[]],
    [['delete', 'anna@example.com']],
    [['show']],
    [['set-type', 'anna@example.com']],
    [['show', 'a@example.com', 'b@example.com']],
    [['list', '--typ', '3']],
    [['list', '--limit', '0']],
    [['list', '--limit', 'many']],
  ])('prints the usage for %j', async (args) => {
    const { exitCode, output } = await run('accounts', ...args);
    expect(exitCode).toBe(2);
    expect(output).toContain('npm run accounts -- set-type <email> <type>');
  });
});

describe('npm run staff-token', () => {
  test('[D11] prints a token that works once', async () => {
    const { exitCode, output } = await run('staff-token', 'STELLA@example.com');
    expect(exitCode).toBe(0);
    expect(output).toContain('http://localhost:3000/secretloginpage');
    expect(output).toContain('2026-11-21T12:10:00.000Z');
    const token = /Token\s+(\S+)/.exec(output)?.[1] ?? '';
    await expect(redeemStaffToken({ db: database.db, log, now }, token)).resolves.toHaveProperty('id');
    await expect(redeemStaffToken({ db: database.db, log, now }, token)).rejects.toMatchObject({
      code: 'BAD_STAFF_TOKEN',
    });
  });

  test('[D11] refuses accounts that are not staff, and explains how to proceed', async () => {
    await makeAccount(database.db, { email: 'member@example.com' });
    const { exitCode, output } = await run('staff-token', 'member@example.com');
    expect(exitCode).toBe(1);
    expect(output).toContain('npm run accounts -- set-type member@example.com admin');
  });
});

describe('npm run db:migrate', () => {
  test('applies each migration only once', async () => {
    expect(await run('db:migrate')).toEqual({ exitCode: 0, output: 'Nothing to apply.' });
  });
});

describe('--help', () => {
  test.each(Object.entries(COMMANDS))('prints the usage of %s', async (name, load) => {
    const command = await load();
    expect(command.usage).toContain(`npm run ${name}`);
    expect(
      await executeCommand(
        command,
        { db: database.db, now, config: loadConfig({}), openJobs: openRecordingJobs },
        ['--help'],
      ),
    ).toEqual({
      exitCode: 0,
      output: command.usage,
    });
  });
});
