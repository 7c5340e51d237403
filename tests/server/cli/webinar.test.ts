import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { SILENT_IO } from '#server/app/cli/command.ts';
import { webinarCommand } from '#server/app/cli/commands/webinar.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { getWebinarSettings, submitSurvey } from '#server/domains/webinar/webinar.service.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { makeWebinarCode, SURVEY, setWebinarVideo, VIDEO } from '#tests/helpers/factories/webinar.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = testDb();
const folder = temporaryFolder();
const now = () => new Date('2026-11-21T12:00:00Z');
let jobs = recordingJobQueue();

beforeEach(async () => {
  jobs = recordingJobQueue();
  await setWebinarVideo(database.db);
  await withoutTriggers(database.db, (trx) => trx.deleteFrom('webinarRewards').execute());
  await database.db.deleteFrom('webinarCodes').execute();
});

async function run(...args: string[]) {
  let output = '';
  const deps = { db: database.db, now, config: loadConfig({}), openJobs: async () => jobs };
  const write = async (text: string) => {
    output += text;
  };
  return {
    ...(await executeCommand(webinarCommand, deps, args, { ...SILENT_IO, write })),
    written: output,
  };
}

async function redeemSurvey(name: string): Promise<string> {
  const code = await makeWebinarCode(database.db, now());
  const { id } = await submitSurvey({ db: database.db, now }, { code, form: { ...SURVEY, name } });
  const reward = await database.db
    .selectFrom('webinarRewards')
    .select('id')
    .where('webinarCodeId', '=', id)
    .executeTakeFirstOrThrow();
  return reward.id;
}

describe('[D35][S9 webinar] npm run webinar', () => {
  test('codes add creates unique codes that are easy to read aloud', async () => {
    const { output } = await run('codes', 'add', '200');
    const codes = output.split('\n');
    expect(new Set(codes).size).toBe(200);
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
    expect((await run('codes', 'list')).output.split('\n')).toHaveLength(200);
  });

  test('codes list prints the progress of each code', async () => {
    const { db } = database;
    for (const code of ['NEW', 'STARTED', 'WATCHED']) await makeWebinarCode(db, now(), code);
    const redeemedAt = now();
    await db.updateTable('webinarCodes').set({ startedAt: redeemedAt }).where('code', '<>', 'NEW').execute();
    await db
      .updateTable('webinarCodes')
      .set({ finishedAt: redeemedAt })
      .where('code', '=', 'WATCHED')
      .execute();
    await redeemSurvey('Zoë');
    const { output } = await run('codes', 'list');
    for (const line of [/^NEW +new/m, /^STARTED +started/m, /^WATCHED +watched/m, /survey answered/m]) {
      expect(output).toMatch(line);
    }
  });

  test('rewards list prints owed rewards, and also sent ones with --all', async () => {
    expect(await run('rewards', 'list')).toMatchObject({ exitCode: 0, output: 'No rewards are owed.' });
    const [first, second] = [await redeemSurvey('Ann'), await redeemSurvey('Bob')];
    await run('rewards', 'sent', first);
    const owedRewards = (await run('rewards', 'list')).output;
    expect(owedRewards).toMatch(new RegExp(`${second} +\\$5 +lunch certificate +IHOP +Bob +zoe@example.com`));
    expect(owedRewards).not.toContain(first);
    expect((await run('rewards', 'list', '--all')).output).toMatch(new RegExp(`${first}.* 2026-11-21$`, 'm'));
  });

  test('rewards sent marks and emails a reward once, and reports a repeated id', async () => {
    const id = await redeemSurvey('Ann');
    const secondRuns = await Promise.all([run('rewards', 'sent', id), run('rewards', 'sent', id)]);
    expect(secondRuns.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
    expect(jobs.of('mail')).toEqual([
      {
        mail: 'reward-sent',
        to: SURVEY.email,
        props: { firstname: 'Ann', kind: 'lunch', amount: '$5', detail: 'IHOP' },
      },
    ]);
    const third = await run('rewards', 'sent', id);
    expect(third).toMatchObject({
      exitCode: 1,
      output: `${id}  was already marked as sent on 2026-11-21T12:00:00.000Z.`,
    });
  });

  test('rewards sent continues after an unknown id', async () => {
    const id = await redeemSurvey('Ann');
    const unknownId = '00000000-0000-4000-8000-000000000000';
    const { exitCode, output } = await run('rewards', 'sent', 'nonsense', unknownId, id);
    expect(exitCode).toBe(1);
    expect(output).toMatch(/^nonsense {2}is not a reward\.$/m);
    expect(output).toMatch(new RegExp(`^${unknownId} {2}is not a reward\\.$`, 'm'));
    expect(output).toContain(`${id}  marked as sent; an email goes to Ann <zoe@example.com>.`);
    expect(jobs.of('mail')).toHaveLength(1);
  });

  test('rewards list --csv writes a file without formulas', async () => {
    await redeemSurvey('=cmd|calc');
    const file = join(folder(), 'rewards.csv');
    expect(await run('rewards', 'list', '--csv', file)).toMatchObject({
      exitCode: 0,
      output: `1 rewards written to ${file}.`,
    });
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(/^\ufeffid,amount,reward,for,recipient,email,code,owed,sent\n/);
    expect(text).toContain(",'=cmd|calc,zoe@example.com,");
    await expect(stat(`${file}.part`)).rejects.toThrow();
    expect((await run('rewards', 'list', '--csv', '-')).written).toContain("'=cmd|calc");
  });

  test('video accepts a supported link or no link', async () => {
    expect(await run('video', VIDEO)).toMatchObject({
      exitCode: 0,
      output: `The webinar now shows ${VIDEO}`,
    });
    expect((await getWebinarSettings(database.db)).video).toMatchObject({ kind: 'file', src: VIDEO });
    expect(await run('video', 'http://videos.example/webinar.webm')).toMatchObject({ exitCode: 1 });
    expect((await getWebinarSettings(database.db)).video).not.toBeNull();
    await run('video', 'none');
    expect((await getWebinarSettings(database.db)).video).toBeNull();
  });

  test.each([
    [[]],
    [['codes']],
    [['codes', 'add']],
    [['codes', 'add', '0']],
    [['codes', 'add', '-1']],
    [['codes', 'add', '10001']],
    [['codes', 'add', '1', '2']],
    [['codes', 'list', '--all']],
    [['rewards', 'sent']],
    [['rewards', 'list', '--cvs', 'x']],
    [['video']],
  ])('prints the usage for %j', async (args) => {
    const { exitCode, output } = await run(...args);
    expect(exitCode).toBe(2);
    expect(output).toContain('npm run webinar -- codes add');
  });

  test('resolves file paths in the caller’s directory', () => {
    expect(webinarCommand.resolvePaths?.(['rewards', 'list', '--csv', 'a.csv'])).toEqual([
      'rewards',
      'list',
      '--csv',
      join(process.cwd(), 'a.csv'),
    ]);
    expect(webinarCommand.resolvePaths?.(['rewards', 'list', '--csv', '-'])).toContain('-');
  });
});
