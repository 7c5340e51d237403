import { randomUUID } from 'node:crypto';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { expect } from '../support/journey.ts';
import { findMail } from '../support/mails.ts';
import { expectAccessible } from '../support/page-checks.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';
import { callProcedure, expectAudited, performAction, selectRow } from '../support/staff-console.ts';

const TITLE_TIMEOUT_MS = 120_000;

test('staff print cards, send them, undo mistakes, and send a returned card again', {
  tag: ['@desktop', '@long'],
}, async ({ page, runningApp, request }) => {
  test.setTimeout(TITLE_TIMEOUT_MS);
  const lastname = `Postal${randomUUID().slice(0, 8)}`;
  const buy = async (firstname: string) => {
    const email = `${firstname.toLowerCase()}-${lastname.toLowerCase()}@example.com`;
    const order = makeCardPurchase({
      firstname,
      lastname,
      email,
      requestedPhysicalCard: true,
      buyAnother: true,
    });
    await callProcedure(request, runningApp.url, 'checkout.buyCard', order);
    return email;
  };
  const [annEmail, bobEmail] = [await buy('Ann'), await buy('Bob')];
  await signInAsStaff(page, runningApp);
  await page.getByRole('link', { name: 'Physical cards' }).click();
  await page.getByLabel('Recipient, email, or membership ID').fill(lastname);
  const rows = page.getByRole('row').filter({ hasText: lastname });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Waiting' })).toHaveCount(2);

  await expectAccessible(page);
  await selectRow(page, `Ann ${lastname}`);
  await selectRow(page, `Bob ${lastname}`);
  await performAction(page, 'Print cards', {
    effects: `for Ann ${lastname}`,
    message: /^2 cards marked as printed/,
  });
  await expect(rows.filter({ hasText: 'Printed' })).toHaveCount(2);

  await page.getByRole('link', { name: 'Print runs' }).click();
  await page.getByRole('table', { name: 'Print runs' }).getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByText('2 cards, 2 of them not sent yet')).toBeVisible();
  await expectAccessible(page);
  const fileOf = async (name: string) => {
    const href = await page.getByRole('link', { name }).getAttribute('href');
    return page.request.get(href ?? '');
  };
  expect((await (await fileOf('Card sheet (PDF)')).body()).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await (await fileOf('Addresses (CSV)')).text()).toContain(`Bob ${lastname},350 5TH AVE`);
  await performAction(page, 'Mark as sent', {
    effects: `We’ll email ${annEmail}`,
    message: '2 cards marked as sent.',
  });
  await expect(page.getByText('2 cards, 0 of them not sent yet')).toBeVisible();
  for (const email of [annEmail, bobEmail]) {
    await findMail(runningApp.dataDir, email, 'Your physical card is on its way');
  }

  await page.getByRole('link', { name: `Bob ${lastname}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Card for Bob ${lastname}` })).toBeVisible();
  await expect(page.getByText('350 5TH AVE')).toBeVisible();
  await expectAccessible(page);
  await performAction(page, 'Mark as not sent', {
    effects: 'hasn’t been sent yet',
    message: 'Not sent yet.',
  });
  await performAction(page, 'Put back in the queue', {
    effects: 'back in the queue',
    message: '1 card back in the queue.',
  });
  await performAction(page, 'Print cards', { effects: 'Print the', message: /^1 card marked as printed/ });
  await performAction(page, 'Mark as sent', { effects: 'We’ll email', message: '1 card marked as sent.' });
  await performAction(page, 'Mark as returned', { effects: 'came back', message: 'Marked as returned.' });
  await performAction(page, 'Send again', {
    fill: async (dialog) => {
      await dialog.getByLabel('Street address').fill('1600 Broadway');
      await dialog.getByLabel('City').fill('Denver');
      await dialog.getByLabel('State').selectOption('CO');
      await dialog.getByLabel('ZIP code').fill('80202');
    },
    effects: '1600 Broadway, Denver, CO 80202',
    message: 'Back in the queue.',
  });
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible();
  await expect(page.getByText('1600 Broadway, Denver, CO 80202, US')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('returned → waiting');
  await expectAudited(page, {
    action: ['card.print', 'card.send', 'card.unsend', 'card.unprint', 'card.return', 'card.requeue'],
  });
});
