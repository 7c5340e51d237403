import { randomUUID } from 'node:crypto';
import { SURVEY } from '#tests/helpers/factories/webinar.ts';
import { expect } from '../support/journey.ts';
import { findMail } from '../support/mails.ts';
import { expectAccessible } from '../support/page-checks.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';
import { callProcedure, expectAudit, performAction, selectRow } from '../support/staff-dialog.ts';

test('staff create, import, and remove codes, read surveys, and send rewards', { tag: '@desktop' }, async ({
  page,
  runningApp,
  request,
}) => {
  test.setTimeout(120_000);
  const mark = randomUUID().slice(0, 8).toUpperCase();
  const name = `Viewer ${mark}`;
  const email = `viewer-${mark.toLowerCase()}@example.com`;
  await signInAsStaff(page, runningApp);
  await page.getByRole('link', { name: 'Webinar' }).click();
  await expectAccessible(page);
  await performAction(page, 'Create codes', {
    fill: (dialog) => dialog.getByLabel('How many').fill('2'),
    effect: '2 new codes can be handed out',
    result: /^2 codes created/,
  });
  await performAction(page, 'Import codes', {
    fill: (dialog) => dialog.getByLabel('CSV file').fill(`code\nUSED${mark}\nSPARE${mark}\n`),
    effect: '2 new codes will be added',
    result: '2 codes added.',
  });
  await performAction(page, 'Remove a code', {
    fill: (dialog) => dialog.getByLabel('Code').fill(`spare${mark}`),
    effect: `The code SPARE${mark} can no longer be used`,
    result: `SPARE${mark} removed.`,
  });

  await callProcedure(request, runningApp.url, 'webinar.change', {
    code: `USED${mark}`,
    dateFinishedWatching: new Date().toISOString(),
  });
  await callProcedure(request, runningApp.url, 'webinar.submitSurvey', {
    code: `USED${mark}`,
    form: { ...SURVEY, name, email },
  });
  await page.getByLabel('The whole code').fill(`used-${mark}`);
  await expect(page.getByRole('row').filter({ hasText: `USED${mark}` })).toContainText('Survey answered');

  await page.getByRole('link', { name: 'Surveys' }).click();
  await page.getByLabel('Business, name, or e-mail').fill(name);
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('IHOP');
  await expectAccessible(page);
  const file = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
  expect(await (await page.request.get(file ?? '')).text()).toContain(`${name},${email}`);

  await page.getByRole('link', { name: 'Rewards' }).click();
  await page.getByLabel('Recipient or e-mail').fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('$5');
  await selectRow(page, name);
  await performAction(page, 'Mark as sent', { effect: email, result: '1 reward marked as sent.' });
  await expect(row).toContainText('Sent');
  await findMail(runningApp.dataDir, email, 'Your $5 lunch certificate is on its way');
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name: `$5 for ${name}` })).toBeVisible();
  await expectAccessible(page);
  await performAction(page, 'Mark as owed', { effect: 'owed again', result: 'Owed again.' });
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('sent → owed');
  await expectAudit(page, 'webinar-codes.add', 'webinar-codes.remove', 'reward.send', 'reward.unsend');
});
