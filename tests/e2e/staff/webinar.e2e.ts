import { randomUUID } from 'node:crypto';
import { SURVEY } from '#tests/helpers/factories/webinar.ts';
import { loyaltySignup } from '#tests/helpers/purchases/affiliate.ts';
import { signUpAffiliate } from '../support/affiliate-signup.ts';
import { expect } from '../support/journey.ts';
import { findMail } from '../support/mails.ts';
import { expectAccessible } from '../support/page-checks.ts';
import { newPerson } from '../support/purchase.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';
import { callProcedure, expectAudited, findRow, performAction, selectRow } from '../support/staff-console.ts';

test('staff create, import, and remove codes, read surveys, and send rewards', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, runningApp, request }) => {
  test.setTimeout(120_000);
  const uniqueTag = randomUUID().slice(0, 8).toUpperCase();
  const name = `Viewer ${uniqueTag}`;
  const email = `viewer-${uniqueTag.toLowerCase()}@example.com`;
  const affiliate = { ...newPerson(), lastname: `Walker ${uniqueTag}` };
  const visitor = await newVisitor();
  const isOffered = (code: string) => visitor.getByRole('heading', { name: `Your code: ${code}` });
  await signInAsStaff(page, runningApp);
  await page.getByRole('link', { name: 'Webinar' }).click();
  await expectAccessible(page);

  await test.step('codes are created, imported, and removed', async () => {
    await performAction(page, 'Create codes', {
      fill: (dialog) => dialog.getByLabel('How many').fill('2'),
      effects: '2 new codes can be handed out',
      message: /^2 codes created/,
    });
    await page.reload();
    const createdCode = await findRow(page, 'Webinar codes', 'New')
      .first()
      .getByRole('cell')
      .first()
      .innerText();
    await visitor.goto(`/webinar?code=${createdCode}`);
    await expect(isOffered(createdCode)).toBeVisible();
    await performAction(page, 'Import codes', {
      fill: (dialog) =>
        dialog.getByLabel('CSV file').fill(`code\nUSED${uniqueTag}\nJOINED${uniqueTag}\nSPARE${uniqueTag}\n`),
      effects: '3 new codes will be added',
      message: '3 codes added.',
    });
    await performAction(page, 'Remove a code', {
      fill: (dialog) => dialog.getByLabel('Code').fill(`spare${uniqueTag}`),
      effects: `The code SPARE${uniqueTag} can no longer be used`,
      message: `SPARE${uniqueTag} removed.`,
    });
    await visitor.goto(`/webinar?code=SPARE${uniqueTag}`);
    await expect(visitor.getByText('We don’t recognize the code in this link.')).toBeVisible();
    for (const [action, changedCode] of [
      ['webinar-codes.add', createdCode],
      ['webinar-codes.add', `USED${uniqueTag}`],
      ['webinar-codes.remove', `SPARE${uniqueTag}`],
    ] as const) {
      await expectAudited(page, { action, subject: changedCode });
    }
  });

  for (const code of [`USED${uniqueTag}`, `JOINED${uniqueTag}`]) {
    const dateFinishedWatching = new Date().toISOString();
    await callProcedure(request, runningApp.url, 'webinar.change', { code, dateFinishedWatching });
  }
  const survey = { code: `USED${uniqueTag}`, form: { ...SURVEY, name, email } };
  await callProcedure(request, runningApp.url, 'webinar.submitSurvey', survey);
  await signUpAffiliate(await newVisitor(), affiliate, (values) =>
    loyaltySignup({ ...values, code: `JOINED${uniqueTag}` }),
  );

  await test.step('codes show what they were used for, and surveys can be downloaded', async () => {
    await page.goto('/staff/webinar');
    await page.getByLabel('The whole code').fill(`used-${uniqueTag}`);
    await expect(findRow(page, 'Webinar codes', `USED${uniqueTag}`)).toContainText('Survey answered');
    await page.getByLabel('The whole code').fill(`joined-${uniqueTag}`);
    await expect(findRow(page, 'Webinar codes', `JOINED${uniqueTag}`)).toContainText('Signed up');
    await page.getByRole('link', { name: 'Surveys' }).click();
    await page.getByLabel('Business, name, or email').fill(name);
    await expect(findRow(page, 'Webinar surveys', email)).toContainText('IHOP');
    await expectAccessible(page);
    const file = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    expect(await (await page.request.get(file ?? '')).text()).toContain(`${name},${email}`);
  });

  const row = (text: string) => findRow(page, 'Webinar rewards', text);
  await test.step('the $5 lunch and the $50 gift card are marked as sent together', async () => {
    await page.goto('/staff/webinar/rewards');
    await page.getByLabel('Recipient or email').fill(uniqueTag);
    await expect(row(name)).toContainText('$5');
    await expect(row(affiliate.email)).toContainText('$50');
    await expect(row(affiliate.email)).toContainText('Gift card');
    await selectRow(page, name);
    await selectRow(page, `${affiliate.firstname} ${affiliate.lastname}`);
    await performAction(page, 'Mark as sent', {
      effects: [email, `$50 gift card: ${affiliate.firstname} ${affiliate.lastname} gets an email`],
      message: '2 rewards marked as sent.',
    });
    await expect(row(uniqueTag).filter({ hasText: 'Sent' })).toHaveCount(2);
    await findMail(runningApp.dataDir, email, 'Your $5 lunch certificate is on its way');
    await findMail(runningApp.dataDir, affiliate.email, 'Your $50 gift card is on its way');
    await page.getByLabel('Reward', { exact: true }).selectOption('Gift card');
    await expect(row(uniqueTag).filter({ hasText: 'Sent' })).toHaveCount(1);
  });

  await test.step('a reward that was not sent is owed again', async () => {
    await row(affiliate.email).getByRole('link').click();
    await expect(page.getByRole('heading', { name: `$50 for ${affiliate.firstname}` })).toBeVisible();
    await expectAccessible(page);
    await performAction(page, 'Mark as owed', { effects: 'owed again', message: 'Owed again.' });
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('sent → owed');
    const subject = `reward:${new URL(page.url()).pathname.split('/').at(-1)}`;
    await performAction(page, 'Mark as sent', {
      effects: '$50 gift card',
      message: '1 reward marked as sent.',
    });
    await expectAudited(page, { action: ['reward.send', 'reward.unsend'], subject });
  });
});
