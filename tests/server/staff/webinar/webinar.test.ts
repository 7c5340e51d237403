import { beforeEach, describe, expect, test } from 'vitest';
import { readWebinarCodesFile } from '#server/domains/webinar/code-file.service.ts';
import { submitSurvey } from '#server/domains/webinar/webinar.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import type { TestAccount } from '#tests/helpers/factories/account.ts';
import { makeWebinarCode, SURVEY } from '#tests/helpers/factories/webinar.ts';
import { listMails } from '#tests/helpers/purchases/mails.ts';
import { act, actTwice, listAudit, listRows, makeStaff, REASON } from '#tests/helpers/staff.ts';

const database = testDb();
const NOW = new Date('2026-11-23T18:00:00Z');
const server = testApp(database, { now: () => NOW, limits: NO_LIMITS });
let staff: TestAccount;

const caller = () => server.staffCaller(staff);
const webinar = () => caller().staff.webinar;
const codes = async (state?: string) =>
  (await listRows(caller(), 'webinar-codes', { filters: state ? { state } : {} })).map(({ code }) => code);

beforeEach(async () => {
  const { db } = database;
  await withoutTriggers(db, (trx) => trx.deleteFrom('webinarRewards').execute());
  await db.deleteFrom('webinarCodes').execute();
  staff = await makeStaff(db);
});

async function answerSurvey(name: string): Promise<string> {
  const code = await makeWebinarCode(database.db, NOW);
  const email = `${name.toLowerCase()}@example.com`;
  await submitSurvey(server.deps, { code, form: { ...SURVEY, name, email } });
  const [reward] = await listRows(caller(), 'webinar-rewards', { search: name });
  return String(reward?.id);
}

describe('[D35] webinar codes', () => {
  test('are created and imported, and a used one can’t be removed', async () => {
    await act(webinar().createCodes, { count: '3' });
    expect(await codes('new')).toEqual(Array(3).fill(expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/)));
    const file = 'code,state\nspring-2026,new\nSPRING 2027,new\nSPRING2026,new\n';
    const { effects, message } = await act(webinar().importCodes, { file });
    expect(effects).toEqual(['2 new codes will be added.', 'Not used: state.']);
    expect(message).toBe('2 codes added.');
    const again = await webinar().importCodes.preview({ values: { file } });
    expect(again.effects).toContain('2 codes in the file already exist and stay unchanged.');
    await webinar().createCodes.preview({ values: { count: '1' } });
    await caller().webinar.change({ code: 'SPRING2026', dateStartedWatching: NOW });
    expect(await codes('started')).toEqual(['SPRING2026']);
    await expect(act(webinar().removeCode, { code: 'spring2026' })).rejects.toThrow('was used');
    await act(webinar().removeCode, { code: 'spring-2027' });
    expect(await codes()).toHaveLength(4);
    const entries = await listAudit(database.db, 'webinar-codes');
    expect(entries.filter(({ actorId }) => actorId === staff.id).map(({ action }) => action)).toEqual([
      'webinar-codes.add',
      'webinar-codes.add',
      'webinar-codes.remove',
    ]);
  });

  test.each([
    ['name\nABCD\n', 'The first line must name the columns. Missing: code.'],
    ['code\nABC\n', 'line 2: a code is 4 to 40 letters and digits.'],
    ['code\n', 'The file has no codes'],
    ['code\n"A', 'line 2: a quotation mark is not closed'],
  ])('are not imported from the file %j', async (file, message) => {
    await expect(webinar().importCodes.preview({ values: { file } })).rejects.toThrow(message);
  });

  test('are read from the largest file while the server answers other requests', async () => {
    const lines = Array.from({ length: 79_999 }, (_, index) => index.toString(36).padStart(4, '0'));
    const file = `code\n${lines.join('\n')}`;
    let turns = 0;
    let isRunning = true;
    const countTurns = () => {
      turns += 1;
      if (isRunning) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const { codes, faults } = await readWebinarCodesFile(file);
    isRunning = false;
    expect([codes.length, faults]).toEqual([79_999, []]);
    // A chunk of the file has about 800 lines.
    expect(turns).toBeGreaterThan(10);
    const { effects } = await webinar().importCodes.preview({ values: { file } });
    expect(effects).toEqual(['79,999 new codes will be added.']);
  });

  test.each(['0', '10001', 'ten', ''])('are not created %j at a time', async (count) => {
    await expect(webinar().createCodes.preview({ values: { count } })).rejects.toThrow('from 1 to 10,000');
  });
});

describe('[D35] webinar rewards', () => {
  test('are marked as sent once, with one mail each, and owed again after a mistake', async () => {
    const [first, second] = [await answerSurvey('Ann'), await answerSurvey('Bob')];
    const bothIds = { ids: [first, second] };
    await expect(actTwice(webinar().sendRewards, bothIds)).resolves.toMatchObject({
      message: expect.stringContaining('Someone else changed this'),
    });
    expect(listMails(server.jobs, 'ann@example.com')).toMatchObject([
      { mail: 'reward-sent', props: { firstname: 'Ann', kind: 'lunch', amount: '$5', detail: 'IHOP' } },
    ]);
    expect(listMails(server.jobs, 'bob@example.com')).toHaveLength(1);
    expect(await listRows(caller(), 'webinar-rewards', { filters: { state: 'owed' } })).toEqual([]);
    await expect(actTwice(webinar().unsendReward, { id: first })).resolves.toMatchObject({
      message: expect.stringContaining('Someone else changed this'),
    });
    await expect(act(webinar().sendRewards, bothIds)).rejects.toThrow('Someone else changed this');
    expect(await webinar().reward({ id: first })).toMatchObject({ recipient: 'Ann', sentAt: null });
    expect(await listAudit(database.db, `reward:${first}`)).toEqual([
      {
        actorId: staff.id,
        reason: REASON,
        action: 'reward.send',
        change: { before: 'owed', after: 'sent' },
      },
      {
        actorId: staff.id,
        reason: REASON,
        action: 'reward.unsend',
        change: { before: 'sent', after: 'owed' },
      },
    ]);
  });
});

describe('webinar surveys', () => {
  test('are listed with their answers, and found by business and name', async () => {
    await answerSurvey('Yolanda');
    await answerSurvey('Bob');
    expect(await listRows(caller(), 'webinar-surveys', { search: 'landa' })).toMatchObject([
      { businessName: SURVEY.businessName, name: 'Yolanda', restaurant: 'IHOP', phone: '(555) 010-0199' },
    ]);
    expect(await listRows(caller(), 'webinar-surveys', { search: SURVEY.businessName })).toHaveLength(2);
  });
});
