import { randomUUID } from 'node:crypto';
import { expect } from '../support/journey.ts';
import { expectAccessible } from '../support/page-checks.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';
import { expectAudit, performAction } from '../support/staff-dialog.ts';

test('staff answer messages, accept a suspected one, and export the newsletter’s addresses', {
  tag: '@desktop',
}, async ({ page, runningApp, request }) => {
  test.setTimeout(120_000);
  const name = `Curious${randomUUID().slice(0, 8)}`;
  const email = `${name.toLowerCase()}@example.com`;
  const send = (path: string, data: object) => request.post(`${runningApp.url}/trpc/${path}`, { data });
  // Without a form's token, a message looks like a bot's.
  await send('content.sendMessage', { name, email, subject: 'Prices', message: 'What does it cost?' });
  const formToken = (await (await request.get(`${runningApp.url}/trpc/content.formToken`)).json()).result.data
    .token;

  await signInAsStaff(page, runningApp);
  await page.getByRole('link', { name: 'Messages' }).click();
  await page.getByLabel('Name or e-mail').fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Suspected spam');
  await expectAccessible(page);
  await row.getByRole('link').click();
  await expect(page.getByText('What does it cost?')).toBeVisible();
  await expectAccessible(page);
  await performAction(page, 'Accept message', {
    effect: 'mailed to the support address',
    result: 'Accepted.',
  });
  await performAction(page, 'Mark as answered', { effect: name, result: 'Marked as answered.' });
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('open → answered');
  await performAction(page, 'Mark as open', { effect: name, result: 'Open again.' });
  await expect(page.getByRole('button', { name: 'Mark as answered' })).toBeVisible();
  await page.goto(`/staff/messages?q=${name}&state=open`);
  await expect(row).toContainText('Open');

  await send('content.subscribe', { email, formToken });
  await page.getByRole('link', { name: 'Newsletter' }).click();
  await expect(page.getByText(/^[\d,]+ subscribers\./)).toBeVisible();
  await expect(page.getByRole('cell', { name: email })).toBeVisible();
  await expectAccessible(page);
  const file = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
  expect(await (await page.request.get(file ?? '')).text()).toContain(email);
  await expectAudit(page, 'message.release', 'message.answer', 'message.reopen');
  await page.goto('/staff/audit?q=list:newsletter');
  await expect(page.getByRole('cell', { name: 'list.download' }).first()).toBeVisible();
});
