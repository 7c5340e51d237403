import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeWebinarCode, SURVEY, setWebinarVideo, VIDEO } from '#tests/helpers/factories/webinar.ts';

const NOW = new Date('2026-11-21T18:00:00Z');
const STARTED = '2026-11-21T17:00:00.000Z';
const FINISHED = '2026-11-21T17:45:00.000Z';

const database = testDb();
const server = testApp(database, { now: () => NOW });
let code = '';

beforeAll(() => setWebinarVideo(database.db, VIDEO));
beforeEach(async () => {
  code = await makeWebinarCode(database.db, new Date('2026-11-20T12:00:00Z'));
});

const query = async (document: string, variables: Record<string, unknown> = {}) =>
  (await (await server.visitor()).fetchCsrfToken()).graphql(document, variables);

const checkCode = (webinarCode: string | null, name = 'CheckWebinarCode') =>
  query(`query ($code: String) { found: ${name}(code: $code) { id completedForm dateFinishedWatching } }`, {
    code: webinarCode,
  });
const modify = (change: Record<string, unknown>, name = 'ModifyWebinarCode') =>
  query(
    `mutation ($code: String, $dateStartedWatching: String, $dateFinishedWatching: String, $formSelection: String) {
      changed: ${name}(code: $code, dateStartedWatching: $dateStartedWatching,
        dateFinishedWatching: $dateFinishedWatching, formSelection: $formSelection) { id } }`,
    change,
  );
const survey = (webinarCode: string, form: unknown, name = 'SetWebinarSurvey') =>
  query(
    `mutation ($code: String, $form: WebinarSurveyInput) {
      sent: ${name}(code: $code, form: $form) { id completedForm } }`,
    { code: webinarCode, form },
  );

describe('[S7 CheckWebinarCode, S7 ModifyWebinarCode, S7 SetWebinarSurvey] the webinar operations', () => {
  test.each([
    ['CheckWebinarCode', 'ModifyWebinarCode', 'SetWebinarSurvey'],
    ['checkWebinarCode', 'modifyWebinarCode', 'setWebinarSurvey'],
  ])('[D4] lead from the code to the survey: %s, %s, and %s', async (checkName, modifyName, surveyName) => {
    const firstCheck = await checkCode(code, checkName);
    expect(firstCheck.data).toEqual({
      found: { id: expect.any(String), completedForm: false, dateFinishedWatching: null },
    });
    const { id } = z.object({ found: z.object({ id: z.uuid() }) }).parse(firstCheck.data).found;
    expect((await modify({ code, dateStartedWatching: STARTED }, modifyName)).data).toEqual({
      changed: { id },
    });
    await modify({ code, dateFinishedWatching: FINISHED, formSelection: null }, modifyName);
    expect((await checkCode(code, checkName)).data).toEqual({
      found: { id, completedForm: false, dateFinishedWatching: FINISHED },
    });
    // Older clients send the choice before and after the form.
    await modify({ code, formSelection: 'SELECTED_SURVEY' }, modifyName);
    expect((await survey(code, SURVEY, surveyName)).data).toEqual({ sent: { id, completedForm: true } });
    expect((await modify({ code, formSelection: 'SELECTED_SURVEY' }, modifyName)).data).toEqual({
      changed: { id },
    });
    expect((await checkCode(code, checkName)).data).toEqual({
      found: { id, completedForm: true, dateFinishedWatching: FINISHED },
    });
  });

  test('return null for an unknown code, and refuse to change or use it', async () => {
    expect((await checkCode('NOBODYS')).data).toEqual({ found: null });
    const issue = [
      expect.objectContaining({
        message: 'There was an issue.',
        extensions: expect.objectContaining({ code: 'WEBINAR_CODE_NOT_FOUND' }),
      }),
    ];
    expect((await modify({ code: 'NOBODYS', dateStartedWatching: STARTED })).errors).toEqual(issue);
    expect((await survey('NOBODYS', SURVEY)).errors).toEqual(issue);
  });

  test.each([null, ''])('[S5 webinar] require a code: %j', async (none) => {
    for (const { errors } of [await checkCode(none), await modify({ code: none })]) {
      expect(errors).toMatchObject([{ message: 'Required Field' }]);
    }
  });

  test.each([
    { dateStartedWatching: 'soon' },
    { dateFinishedWatching: '2026-99-99' },
    { formSelection: 'SELECTED_BOTH' },
  ])('refuse %j', async (change) => {
    expect((await modify({ code, ...change })).errors).toMatchObject([{ message: 'There was an issue.' }]);
  });

  test('[S5 webinar] require every field of a survey', async () => {
    await modify({ code, dateFinishedWatching: FINISHED });
    for (const form of [null, {}, { businessName: '', name: null }]) {
      const { errors } = await survey(code, form);
      expect(errors).toMatchObject([
        {
          message: 'Required Field',
          extensions: {
            fieldErrors: {
              'form.businessName': 'Required Field',
              'form.name': 'Required Field',
              'form.email': 'Required Field',
              'form.phone': 'Required Field',
              'form.restaurant': 'Required Field',
            },
          },
        },
      ]);
    }
  });

  test('refuse a second survey, and a survey before the video was watched', async () => {
    expect((await survey(code, SURVEY)).errors).toMatchObject([{ message: 'There was an issue.' }]);
    await modify({ code, dateFinishedWatching: FINISHED });
    await survey(code, SURVEY);
    expect((await survey(code, SURVEY)).errors).toMatchObject([
      { message: 'There was an issue.', extensions: { code: 'WEBINAR_REDEEMED' } },
    ]);
  });

  test.each(['GetSetting', 'getSetting'])('[D34] include %s, which returns webinarlink', async (name) => {
    const { data } = await query(`{ ${name}(key: "webinarlink") { id key value } }`);
    expect(data).toEqual({ [name]: { id: 'webinarlink', key: 'webinarlink', value: VIDEO } });
    await setWebinarVideo(database.db);
    expect((await query(`{ ${name}(key: "webinarlink") { value } }`)).data).toEqual({
      [name]: { value: '' },
    });
    await setWebinarVideo(database.db, VIDEO);
  });
});
