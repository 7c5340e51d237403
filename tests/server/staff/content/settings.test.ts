import { beforeAll, describe, expect, it } from 'vitest';
import { SEED_SETTINGS } from '#db/seed/catalog.ts';
import { seed } from '#db/seed/seed.ts';
import { getContentRevision } from '#server/domains/content/content.service.ts';
import { SETTINGS, type SettingKey } from '#server/domains/content/setting.schema.ts';
import { changePublicSetting, validateSetting } from '#server/domains/content/setting.service.ts';
import { describeSetting, planSetting } from '#server/staff/content/setting.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';

const database = seededTestDb();
const app = testApp(database);
let by: { actorId: string; reason: string };

beforeAll(async () => {
  const staff = await makeAccount(database.db, { accountType: 10, firstname: 'Sam', lastname: 'Stone' });
  by = { actorId: staff.id, reason: 'New hours' };
});

describe('[D34] the settings', () => {
  it('are exactly the seeded ones, whose values are valid', () => {
    expect(Object.keys(SETTINGS).toSorted()).toEqual(Object.keys(SEED_SETTINGS).toSorted());
    for (const [key, value] of Object.entries(SEED_SETTINGS)) {
      expect(validateSetting(key, value)).toEqual({ value });
    }
  });

  it.each([
    ['facebookLink', 'https://facebook.com/everythingcard', 'https://facebook.com/everythingcard'],
    ['facebookLink', '\u200bhttps://facebook.com/card ', 'https://facebook.com/card'],
    ['analyticsLink', 'count.example', 'https://count.example'],
    ['appStoreLink', '', ''],
    ['homeVideo1', 'https://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
    ['friendBonus', '$7.5', '7.50'],
    ['newsletter', 'no', 'no'],
    ['supportEmail', ' help@card.example ', 'help@card.example'],
  ])('accept %s %j', (key, text, value) => {
    expect(validateSetting(key, text)).toEqual({ value });
  });

  it.each([
    ['facebookLink', 'javascript:alert(1)', 'Use a full link: https://… or http://….'],
    ['analyticsLink', 'count example', 'Use a full link: https://… or http://….'],
    ['homeVideo2', 'https://example.com/page', 'Use an https link to an .mp4 or .webm file'],
    ['webinarlink', 'http://videos.example/webinar.webm', 'Use an https link to an .mp4 or .webm file'],
    ['friendBonus', 'five', 'Use dollars: 5 or 5.00.'],
    ['friendBonus', '', 'Use dollars: 5 or 5.00.'],
    ['responseTime', '', 'Enter at least one word.'],
    ['newsletter', 'perhaps', 'Use yes or no.'],
    ['supportEmail', 'help@', 'Invalid Email.'],
    ['noSuchSetting', 'x', 'There is no such setting.'],
  ])('refuse %s %j', (key, text, error) => {
    expect(validateSetting(key, text)).toEqual({ error: expect.stringContaining(error) });
  });
});

describe('[D34] a setting that staff change', () => {
  const change = { key: 'contactHours', value: ' Every day ', expectedValue: 'Mon-Fri 9am-5pm MST' } as const;

  it('is used from the next request on, and its history says who and why', async () => {
    const { effects, perform, done } = await planSetting(app, change);
    expect(effects[0]).toBe('When the phone is answered: “Mon-Fri 9am-5pm MST” → “Every day”');
    expect(effects.at(-1)).toMatch(/^The FAQ’s answer to “.*” shows it\.$/);
    const revision = await getContentRevision(database.db);
    await perform(by);
    expect(done).toBe('The setting is now “Every day”.');
    expect(await app.caller().content.settings()).toMatchObject({ contactHours: 'Every day' });
    expect(await getContentRevision(database.db)).not.toBe(revision);
    expect(await describeSetting(database.db, 'contactHours')).toMatchObject({
      setting: { value: 'Every day', initialValue: 'Mon-Fri 9am-5pm MST' },
      timeline: [
        { by: 'Sam Stone', detail: 'Mon-Fri 9am-5pm MST → Every day. New hours', title: 'Setting changed' },
      ],
    });
  });

  it('keeps its value when the server starts again, which seeds again', async () => {
    await seed(database.db);
    expect(await app.caller().content.settings()).toMatchObject({ contactHours: 'Every day' });
  });

  it('is refused to someone whose editor shows an older value', async () => {
    const lateChange = { ...change, value: 'Never' };
    expect((await captureError(planSetting(app, lateChange))).code).toBe('CHANGED_SINCE');
  });

  it('is refused to someone whose editor shows it empty although it has a value', async () => {
    const link = { key: 'youtubeLink', value: 'https://youtube.com/@card', expectedValue: '' } as const;
    const lateChange = { ...link, value: 'https://youtube.com/@late' };
    const [plan, latePlan] = [await planSetting(app, link), await planSetting(app, lateChange)];
    await plan.perform(by);
    expect((await captureError(latePlan.perform(by))).code).toBe('CHANGED_SINCE');
    expect((await captureError(planSetting(app, lateChange))).code).toBe('CHANGED_SINCE');
  });

  it('is refused if its value is invalid or the same', async () => {
    const current = { ...change, expectedValue: 'Every day' };
    expect((await captureError(planSetting(app, current))).fieldErrors?.value).toBe(
      'This is already the value',
    );
    const link = { key: 'facebookLink', value: 'facebook', expectedValue: '' } as const;
    expect((await captureError(planSetting(app, link))).fieldErrors?.value).toContain('Use a full link');
  });

  it.each<[SettingKey, string, string]>([
    ['friendBonus', '99,999.00', 'At most $500.'],
    ['friendBonus', '99.999,00', 'Use dollars: 5 or 5.00.'],
    ['friendBonus', '99999.00', 'At most $500.'],
    ['friendBonus', '$5000000', 'At most $500.'],
    ['friendBonus', '500.01', 'At most $500.'],
    ['surveyReward', '$5,000', 'At most $500.'],
    ['signUpReward', 'A $50 gift card, or $ 501 in cash', 'At most $500.'],
    ['surveyReward', '$ 9,999', 'At most $500.'],
    ['surveyReward', 'USD 9999', 'At most $500.'],
    ['surveyReward', '9,999 dollars', 'At most $500.'],
    ['surveyReward', '＄９，９９９', 'At most $500.'],
    ['surveyReward', '9 999 $', 'At most $500.'],
    ['surveyReward', '9.999,00 $', 'At most $500.'],
    ['surveyReward', '$9’999', 'At most $500.'],
    ['surveyReward', '$9k', 'At most $500.'],
    ['surveyReward', 'US$ 0.9 thousand', 'At most $500.'],
    ['surveyReward', '٩٩٩٩ dollars', 'At most $500.'],
  ])('[D74] is refused if it gives away too much: %s %s', async (key, value, message) => {
    const { value: expectedValue } = (await describeSetting(database.db, key)).setting;
    const error = await captureError(planSetting(app, { key, value, expectedValue }));
    expect(error.fieldErrors?.value).toBe(message);
  });

  it('[D74] is accepted at its upper bound, and readable above it', async () => {
    for (const [key, value] of [
      ['friendBonus', '500'],
      ['surveyReward', '$500 for lunch'],
      ['surveyReward', '50.25 dollars, or 2 cards of $ 100,00 in 10, 20 days'],
    ] as const) {
      const { value: expectedValue } = (await describeSetting(database.db, key)).setting;
      await (await planSetting(app, { key, value, expectedValue })).perform(by);
    }
    await changePublicSetting(app.deps, 'friendBonus', '750.00');
    expect((await describeSetting(database.db, 'friendBonus')).setting.value).toBe('750.00');
    expect(await app.caller().content.settings()).toMatchObject({ friendBonus: '750.00' });
  });
});
