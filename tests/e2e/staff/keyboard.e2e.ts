import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/journey.ts';
import { findTermValue, newPerson } from '../support/purchase.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';
import {
  buyAsGuest,
  expectAudited,
  type PageInput,
  performAction,
  REASON,
} from '../support/staff-console.ts';

/** Opens the first result of the console's search. */
async function openByKeyboard(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const box = page.getByRole('dialog', { name: 'Search' });
  await expect(box.getByLabel('What are you looking for?')).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(box).toBeHidden();
  // The focus is on a new page's heading, on the whole page if its data loaded later, or where it was before
  // if the page is the same.
  await expect(page.locator('main:focus, main :focus')).toBeVisible();
}

interface KeyboardAction {
  name: string;
  label: string;
  /** Returns the text that finds the action's page in the search box. */
  search: (guestEmail: string) => string;
  fill(dialog: Locator, input: PageInput): Promise<void>;
  effects: string | RegExp;
  message: string | RegExp;
  audit: 'purchase.refund' | 'membership.extend' | 'listing.edit';
  expectEffect(page: Page): Promise<void>;
}

const ACTIONS: readonly KeyboardAction[] = [
  {
    name: 'extend a membership',
    label: 'Extend',
    search: (guestEmail) => guestEmail,
    fill: (dialog, { type }) => type(dialog.getByLabel('Days'), '45'),
    effects: 'The membership expires on',
    message: /^The membership expires on /,
    audit: 'membership.extend',
    expectEffect: (page) =>
      expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Membership extended by'),
  },
  {
    name: 'refund a part of a payment',
    label: 'Refund',
    search: (guestEmail) => guestEmail,
    fill: (dialog, { type }) => type(dialog.getByLabel('Amount in dollars'), '12.50'),
    effects: '$12.50 goes back',
    message: /^Refunded \$12\.50/,
    audit: 'purchase.refund',
    expectEffect: (page) => expect(page.getByRole('table', { name: 'Payments' })).toContainText('$12.50'),
  },
  {
    name: 'edit a business',
    label: 'Edit listing',
    search: () => 'Walker Street Bakery',
    async fill(dialog, { type, toggle }) {
      await type(dialog.getByLabel('Website'), `https://keys-${Date.now()}.example`);
      await toggle(dialog.getByLabel('Only members see its promotions'));
    },
    effects: /Website: .* → https:\/\/keys-\d+\.example/,
    message: 'The listing is saved.',
    audit: 'listing.edit',
    expectEffect: (page) => expect(findTermValue(page, 'Website')).toContainText(/keys-\d+\.example/),
  },
];

test('staff extend, refund, and edit a listing by keyboard alone', { tag: '@desktop' }, async ({
  page,
  runningApp,
  newVisitor,
}) => {
  test.slow();
  const guest = await buyAsGuest(await newVisitor(), `http://localhost:${runningApp.port}`, newPerson());
  await signInAsStaff(page, runningApp);
  await expect(page.getByRole('main')).toBeFocused();
  for (const { name, label, search, fill, effects, message, expectEffect } of ACTIONS) {
    await test.step(name, async () => {
      await openByKeyboard(page, search(guest.email));
      await performAction(page, label, { fill, effects, message, byKeyboard: true });
      await expectEffect(page);
    });
  }
  await expectAudited(page, { action: ACTIONS.map(({ audit }) => audit), reason: REASON });
});
