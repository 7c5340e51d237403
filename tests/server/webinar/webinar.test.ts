import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { redeemBySignUp } from '#server/domains/webinar/webinar.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeWebinarCode, SURVEY, setWebinarVideo, VIDEO } from '#tests/helpers/factories/webinar.ts';

const NOW = new Date('2026-11-21T18:00:00Z');
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

const database = testDb();
const server = testApp(database, { now: () => NOW, limits: NO_LIMITS });
const webinar = () => server.caller().webinar;
let code = '';

beforeEach(async () => {
  await setWebinarVideo(database.db, VIDEO);
  code = await makeWebinarCode(database.db, minutes(-120));
});

const listRewards = (webinarCode: string) =>
  database.db
    .selectFrom('webinarRewards')
    .innerJoin('webinarCodes', 'webinarCodes.id', 'webinarRewards.webinarCodeId')
    .select(['kind', 'amount', 'recipient', 'email', 'detail', 'owedAt', 'sentAt'])
    .where('code', '=', webinarCode)
    .execute();
const findRow = (webinarCode: string) =>
  database.db
    .selectFrom('webinarCodes')
    .select(['selection', 'selectedAt', 'survey', 'accountId'])
    .where('code', '=', webinarCode)
    .executeTakeFirstOrThrow();
const watch = (webinarCode = code) => webinar().change({ code: webinarCode, dateFinishedWatching: NOW });

async function signUp(webinarCode: string | null) {
  const account = await makeAccount(database.db, { firstname: 'Laura', lastname: 'Hayes' });
  const redemption = await inTransaction(database.db, (trx) =>
    redeemBySignUp(server.deps, trx, { code: webinarCode, account, now: NOW }),
  );
  return { account, redeemed: redemption };
}

describe('[S2 webinar] a code', () => {
  test('is found in any case, with spaces and dashes, and is null if unknown', async () => {
    const spelledCode = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
    await expect(webinar().check({ code: spelledCode })).resolves.toEqual({
      id: expect.any(String),
      code,
      completedForm: false,
      selection: null,
      dateStartedWatching: null,
      dateFinishedWatching: null,
    });
    await expect(webinar().check({ code: 'NOBODYS' })).resolves.toBeNull();
  });

  test("[S5 webinar] is required: 'Required Field'", async () => {
    await expect(webinar().check({ code: ' ' })).rejects.toThrow('Required Field');
  });

  test("[S8 webinar] is refused if unknown: 'There was an issue.'", async () => {
    const unknown = { code: 'NOBODYS' };
    await expect(webinar().change(unknown)).rejects.toThrow('There was an issue.');
    await expect(webinar().submitSurvey({ ...unknown, form: SURVEY })).rejects.toThrow('There was an issue.');
  });
});

describe('[S4 webinar] the watch times', () => {
  test('are kept from the first start and the first end', async () => {
    await webinar().change({ code, dateStartedWatching: minutes(-60) });
    await webinar().change({ code, dateStartedWatching: minutes(-50), dateFinishedWatching: minutes(-5) });
    await expect(webinar().change({ code, dateFinishedWatching: minutes(-1) })).resolves.toMatchObject({
      dateStartedWatching: minutes(-60),
      dateFinishedWatching: minutes(-5),
      completedForm: false,
    });
  });

  test.each([
    ['in the future', minutes(5)],
    ['before the code was created', minutes(-121)],
    ['in an impossible year', new Date(8.64e15)],
  ])('replace a start %s with the current time', async (_, start) => {
    const changedTimes = await webinar().change({ code, dateStartedWatching: start });
    expect(changedTimes.dateStartedWatching).toEqual(NOW);
  });

  test.each([
    ['in the future', minutes(5)],
    ['before the start', minutes(-61)],
  ])('replace an end %s with the current time', async (_, end) => {
    await webinar().change({ code, dateStartedWatching: minutes(-60) });
    const changedTimes = await webinar().change({ code, dateFinishedWatching: end });
    expect(changedTimes.dateFinishedWatching).toEqual(NOW);
  });

  test('[D35] are recorded together if the code is entered after the video', async () => {
    await expect(webinar().change({ code, dateFinishedWatching: minutes(-5) })).resolves.toMatchObject({
      dateStartedWatching: minutes(-5),
      dateFinishedWatching: minutes(-5),
    });
  });

  test('are refused if they are invalid dates', async () => {
    await expect(webinar().change({ code, dateStartedWatching: 'yesterday' })).rejects.toThrow(
      'There was an issue.',
    );
    expect((await webinar().check({ code }))?.dateStartedWatching).toBeNull();
  });
});

describe('[S2 webinar, S3 webinar] the survey', () => {
  test('[S4 webinar, S9 webinar] records SELECTED_SURVEY and the owed lunch', async () => {
    await watch();
    await expect(webinar().submitSurvey({ code, form: SURVEY })).resolves.toMatchObject({
      completedForm: true,
      selection: 'SELECTED_SURVEY',
    });
    expect(await findRow(code)).toEqual({
      selection: 'SELECTED_SURVEY',
      selectedAt: NOW,
      survey: SURVEY,
      accountId: null,
    });
    expect(await listRewards(code)).toEqual([
      {
        kind: 'lunch',
        amount: '$5',
        recipient: SURVEY.name,
        email: SURVEY.email,
        detail: 'IHOP',
        owedAt: NOW,
        sentAt: null,
      },
    ]);
  });

  test('requires the whole video', async () => {
    await webinar().change({ code, dateStartedWatching: NOW });
    await expect(webinar().submitSurvey({ code, form: SURVEY })).rejects.toMatchObject({
      message: 'There was an issue.',
      cause: { code: 'WEBINAR_UNFINISHED' },
    });
    expect(await listRewards(code)).toEqual([]);
  });

  test.each(['', 'http://videos.example/a.mp4'])(
    'does not require watching without a playable video: %j',
    async (link) => {
      await setWebinarVideo(database.db, link);
      await expect(webinar().submitSurvey({ code, form: SURVEY })).resolves.toHaveProperty(
        'dateFinishedWatching',
        null,
      );
    },
  );

  test.each(['businessName', 'name', 'email', 'phone', 'restaurant'] as const)(
    "[S5 webinar] requires %s: 'Required Field'",
    async (field) => {
      await watch();
      const form = { ...SURVEY, [field]: '' };
      await expect(webinar().submitSurvey({ code, form })).rejects.toMatchObject({
        cause: { fieldErrors: { [`form.${field}`]: 'Required Field' } },
      });
      expect(await listRewards(code)).toEqual([]);
    },
  );

  test('accepts one response, even from many tabs at the same time', async () => {
    await watch();
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, tab) =>
        webinar().submitSurvey({ code, form: { ...SURVEY, name: `Tab ${tab}` } }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ cause: { code: 'WEBINAR_REDEEMED' } });
    }
    expect(await listRewards(code)).toHaveLength(1);
    await expect(webinar().submitSurvey({ code, form: SURVEY })).rejects.toThrow('There was an issue.');
  });
});

describe('[D35] a loyalty sign-up with a webinar code', () => {
  test('records SELECTED_SIGN_UP and the owed gift card', async () => {
    await watch();
    const { account, redeemed: redemption } = await signUp(` ${code.toLowerCase()} `);
    expect(redemption).toBe(true);
    expect(await findRow(code)).toEqual({
      selection: 'SELECTED_SIGN_UP',
      selectedAt: NOW,
      survey: null,
      accountId: account.id,
    });
    expect(await listRewards(code)).toMatchObject([
      { kind: 'gift-card', amount: '$50', recipient: 'Laura Hayes', email: account.email, sentAt: null },
    ]);
    await expect(webinar().submitSurvey({ code, form: SURVEY })).rejects.toMatchObject({
      cause: { code: 'WEBINAR_REDEEMED' },
    });
  });

  test.each([null, '', 'NOBODYS', 'x'.repeat(500)])(
    'succeeds with an unknown code, but redeems nothing: %j',
    async (unknown) => {
      expect((await signUp(unknown)).redeemed).toBe(false);
    },
  );

  test('redeems nothing after the survey, or before the video was watched', async () => {
    expect((await signUp(code)).redeemed).toBe(false);
    await watch();
    await webinar().submitSurvey({ code, form: SURVEY });
    expect((await signUp(code)).redeemed).toBe(false);
    expect(await listRewards(code)).toMatchObject([{ kind: 'lunch' }]);
  });

  test('leaves the code unchanged if the sign-up fails', async () => {
    await watch();
    const account = await makeAccount(database.db);
    const failingSignUp = inTransaction(database.db, async (trx) => {
      await redeemBySignUp(server.deps, trx, { code, account, now: NOW });
      throw new Error('the sign-up failed');
    });
    await expect(failingSignUp).rejects.toThrow('the sign-up failed');
    expect(await listRewards(code)).toEqual([]);
    expect((await webinar().check({ code }))?.completedForm).toBe(false);
  });

  test('competes with a concurrent survey, and only one of them redeems the code', async () => {
    await watch();
    const [survey, signup] = await Promise.allSettled([
      webinar().submitSurvey({ code, form: SURVEY }),
      signUp(code),
    ]);
    const wonBySignup = signup.status === 'fulfilled' && signup.value.redeemed;
    expect(wonBySignup).toBe(survey.status === 'rejected');
    expect(await listRewards(code)).toHaveLength(1);
  });
});

describe('[S7 ModifyWebinarCode] a selection sent by the client', () => {
  test.each(['SELECTED_SURVEY', 'SELECTED_SIGN_UP'] as const)(
    '[D35] redeems nothing by itself as %s, and prevents neither option',
    async (formSelection) => {
      await watch();
      await expect(webinar().change({ code, formSelection })).resolves.toMatchObject({
        completedForm: false,
        selection: null,
      });
      await expect(webinar().submitSurvey({ code, form: SURVEY })).resolves.toHaveProperty(
        'completedForm',
        true,
      );
    },
  );

  test('changes nothing if it repeats the recorded one, and is refused if it differs', async () => {
    await watch();
    await webinar().submitSurvey({ code, form: SURVEY });
    const repeatedChange = webinar().change({ code, formSelection: 'SELECTED_SURVEY' });
    await expect(repeatedChange).resolves.toHaveProperty('selection', 'SELECTED_SURVEY');
    await expect(webinar().change({ code, formSelection: 'SELECTED_SIGN_UP' })).rejects.toMatchObject({
      cause: { code: 'WEBINAR_REDEEMED' },
    });
  });
});

test('[D34] a reward has the amount that the settings had when it was earned', async () => {
  const { db } = database;
  await watch();
  const set = (value: string) =>
    db
      .insertInto('settings')
      .values({ key: 'surveyReward', value, isPublic: true })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  await set('$7');
  await webinar().submitSurvey({ code, form: SURVEY });
  await set('$5');
  expect(await listRewards(code)).toMatchObject([{ amount: '$7' }]);
});
