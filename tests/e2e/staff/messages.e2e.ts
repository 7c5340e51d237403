import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '../support/journey.ts';
import { expectSameFile } from '../support/list-file.ts';
import { findMail } from '../support/mails.ts';
import { expectAccessible } from '../support/page-checks.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';
import { callProcedure, expectAudited, findRow, performAction } from '../support/staff-console.ts';

const NOTHING_MAILED = 'We won’t send an email. Reply from your own mailbox.';

async function readFormToken(request: APIRequestContext, url: string): Promise<string> {
  return (await (await request.get(`${url}/trpc/content.formToken`)).json()).result.data.token;
}

/** Opens a message from the list. Returns its subject in the audit log. */
async function openMessage(page: Page, text: string): Promise<string> {
  await findRow(page, 'Messages', text).getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Message', exact: true })).toBeVisible();
  return `message:${new URL(page.url()).pathname.split('/').at(-1)}`;
}

test('staff answer messages, accept a suspected one, and export the newsletter’s addresses', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, runningApp, request }) => {
  test.setTimeout(120_000);
  const { url, dataDir } = runningApp;
  const name = `Curious${randomUUID().slice(0, 8)}`;
  const email = `${name.toLowerCase()}@example.com`;
  const support = `support-${email}`;
  const [formToken, requestToken] = [await readFormToken(request, url), await readFormToken(request, url)];
  // Without a form token, the message looks like spam.
  const message = { name, email, subject: 'Prices', message: 'What does it cost?' };
  await request.post(`${url}/trpc/content.sendMessage`, { data: message });

  await signInAsStaff(page, runningApp);
  await page.goto('/staff/content/settings/supportEmail');
  await performAction(page, 'Change', {
    fill: (form) => form.getByLabel('Support address').fill(support),
    message: `The setting is now “${support}”.`,
  });
  const row = findRow(page, 'Messages', name);

  await test.step('a message that looked like spam is accepted and emailed to the support address', async () => {
    await page.getByRole('link', { name: 'Messages' }).click();
    await page.getByLabel('Name or email').fill(name);
    await expect(row).toContainText('Suspected spam');
    await expectAccessible(page);
    const subject = await openMessage(page, name);
    await expect(page.getByText('What does it cost?')).toBeVisible();
    await expectAccessible(page);
    await performAction(page, 'Accept message', {
      effects: 'mailed to the support address',
      message: 'Accepted.',
    });
    await expect(page.getByRole('button', { name: 'Mark as answered' })).toBeVisible();
    const mail = await findMail(dataDir, support, 'A message from the contact page: Prices');
    expect(mail.replyTo).toMatchObject([{ address: email }]);
    await expectAudited(page, { action: 'message.release', subject });
  });

  await test.step('an information request is marked as answered, and as open again', async () => {
    await callProcedure(request, url, 'content.requestEducatorInfo', {
      ...{ name, email, phone: '', zip: '80202', department: ['Educators'], formToken: requestToken },
    });
    await page.goto(`/staff/messages?q=${name}&kind=educator`);
    const subject = await openMessage(page, name);
    await expect(page.getByText('Educators', { exact: true })).toBeVisible();
    await performAction(page, 'Mark as answered', {
      effects: [name, NOTHING_MAILED],
      message: 'Marked as answered.',
    });
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('open → answered');
    await page.goto(`/staff/messages?q=${name}&state=answered`);
    await expect(row).toContainText('Information request');
    await openMessage(page, name);
    await performAction(page, 'Mark as open', { effects: name, message: 'Open again.' });
    await page.goto(`/staff/messages?q=${name}&state=open`);
    await expect(row).toHaveCount(2);
    await expectAudited(page, { action: ['message.answer', 'message.reopen'], subject });
  });

  await test.step('the newsletter’s addresses are exported', async () => {
    await callProcedure(request, url, 'content.subscribe', { email, formToken });
    await page.goto('/staff/messages/newsletter');
    await expect(page.getByText(/^[\d,]+ subscribers\./)).toBeVisible();
    await expect(page.getByRole('cell', { name: email })).toBeVisible();
    await expectAccessible(page);
    await expectSameFile(page, 'Newsletter');
    await expectAudited(page, { action: 'list.download', subject: 'list:newsletter', reason: '' });
  });

  await test.step('visitors see the support address until its default is back', async () => {
    const visitor = await newVisitor();
    await visitor.goto('/contact');
    await expect(visitor.getByText(support).first()).toBeVisible();
    await page.goto('/staff/content/settings/supportEmail');
    await performAction(page, 'Use default', { message: /^The setting is now / });
    await expectAudited(page, { action: 'setting.change', subject: 'setting:supportEmail' });
  });
});
