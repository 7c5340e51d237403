import { expect, test } from 'vitest';
import { contentCommand } from '#server/app/cli/commands/content.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { assertTextsReviewed, listDrafts, readText } from '#server/domains/content/text.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { PRODUCTION_WITH_STANDINS } from '#tests/helpers/settings.ts';

const database = seededTestDb();
const production = (standIns: string) => ({
  settings: { ...PRODUCTION_WITH_STANDINS, ALLOW_STANDINS: standIns },
});
const strictApp = testApp(database, production('mail,addresses,wallets'));
const withDrafts = testApp(database, production('mail,addresses,wallets,texts'));
const localApp = testApp(database);

function runContent(...args: string[]) {
  const { db, now, config, jobs } = localApp.deps;
  return executeCommand(contentCommand, { db, now, config, openJobs: async () => jobs }, args);
}

test('production starts with draft texts only if ALLOW_STANDINS lists texts', async () => {
  await expect(assertTextsReviewed(strictApp.deps)).rejects.toThrow(/These texts are drafts: .*MEMBER/);
  await assertTextsReviewed(withDrafts.deps);
  await assertTextsReviewed(localApp.deps);
});

test('after approval, the same text becomes a new version and production starts', async () => {
  const draft = await readText(database.db, 'MEMBER');
  expect((await runContent('texts', 'list')).output).toMatch(/MEMBER +version 1 .*draft/);
  expect(await runContent('texts', 'approve', 'member')).toEqual({
    exitCode: 0,
    output: 'MEMBER  version 2, reviewed',
  });
  expect(await readText(database.db, 'MEMBER')).toMatchObject({ version: 2, html: draft?.html });
  expect(await readText(database.db, 'MEMBER', 1)).toEqual(draft);
  expect((await runContent('texts', 'approve', 'MEMBER')).output).toBe('MEMBER  is not a draft');
  await runContent('texts', 'approve', ...(await listDrafts(database.db)));
  await assertTextsReviewed(strictApp.deps);
});
