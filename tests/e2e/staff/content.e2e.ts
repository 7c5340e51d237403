import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/journey.ts';
import { DEVELOPER_EMAIL, signInAsStaff, staffTest as test } from '../support/staff.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog');
const press = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name }).click();
const follow = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('link', { name }).first().click();

/** Fills an action's form, confirms its effect, and reads its result. */
async function act(
  page: Page,
  label: string,
  { fill = async () => {}, reason, effect, result }: Action,
): Promise<void> {
  await press(page.getByRole('main'), label);
  await fill(dialog(page));
  await dialog(page).getByLabel('Reason').fill(reason);
  await press(dialog(page), 'Continue');
  await expect(dialog(page).getByText(effect)).toBeVisible();
  await press(dialog(page), label);
  await expect(dialog(page).getByRole('status')).toHaveText(result);
  // The first one is the cross in the corner.
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog(page)).toHaveCount(0);
}

interface Action {
  fill?: (form: Locator) => Promise<void>;
  reason: string;
  effect: string | RegExp;
  result: string | RegExp;
}

/** Expects an entry of the audit log about the subject, with this action and reason. */
async function expectAudited(page: Page, subject: string, action: string, reason: string): Promise<void> {
  await page.goto(`/staff/audit?q=${encodeURIComponent(subject)}`);
  const row = page.getByRole('row').filter({ hasText: reason }).filter({ hasText: action });
  await expect(row.first()).toBeVisible();
}

const openText = async (page: Page, title: string) => {
  await page.goto('/staff/content');
  await follow(page, title);
};

/** Types a paragraph at the start of the editor. */
async function writeParagraph(page: Page, words: string): Promise<void> {
  const editor = page.getByRole('textbox').first();
  await editor.click();
  await editor.press('Control+Home');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

test('staff change settings, the FAQ, a policy, a contract, and a plan', {
  tag: '@desktop',
}, async ({ page, newVisitor, runningApp }) => {
  test.slow();
  await signInAsStaff(page, runningApp);
  const visitor = await newVisitor();
  const colleague = await newVisitor();
  await signInAsStaff(colleague, runningApp, DEVELOPER_EMAIL);

  await test.step('changes a setting and puts its default back', async () => {
    await page.goto('/staff/content');
    await follow(page, 'When the phone is answered');
    await act(page, 'Change', {
      fill: (form) => form.getByLabel('When the phone is answered').fill('Every day 8am-8pm'),
      reason: 'Summer hours',
      effect: 'When the phone is answered: “Mon-Fri 9am-5pm MST” → “Every day 8am-8pm”',
      result: 'The setting is now “Every day 8am-8pm”.',
    });
    await expect(page.getByText('Mon-Fri 9am-5pm MST → Every day 8am-8pm. Summer hours')).toBeVisible();
    await visitor.goto('/contact');
    await expect(visitor.getByText('Every day 8am-8pm').first()).toBeVisible();
    await act(page, 'Use default', {
      reason: 'Summer is over',
      effect: /→ “Mon-Fri 9am-5pm MST”/,
      result: 'The setting is now “Mon-Fri 9am-5pm MST”.',
    });
    await visitor.reload();
    await expect(visitor.getByText('Mon-Fri 9am-5pm MST').first()).toBeVisible();
    await expectAudited(page, 'setting:contactHours', 'setting.change', 'Summer hours');
  });

  await test.step('adds, edits, moves, hides, and removes questions of the FAQ', async () => {
    await openText(page, 'FAQ');
    await follow(page, 'Edit');
    await press(page, 'Add question to The card');
    await dialog(page).getByLabel('Question').fill('Is the card waterproof?');
    await dialog(page).getByRole('textbox', { name: 'Answer' }).click();
    await page.keyboard.type('The printed one is. It comes in {price.physical-card}.');
    await press(dialog(page), 'Done');
    await press(page, 'Edit “Is the card waterproof?”');
    await dialog(page).getByLabel('Question').fill('Is my card waterproof?');
    await press(dialog(page), 'Done');
    await press(page, 'Up “Is my card waterproof?”');
    await press(page, 'Hide “What is the Everything Card?”');
    await press(page, 'Remove “How do I use my card?”');
    await press(page, 'Save draft');
    await follow(page, 'Preview');
    await expect(page.getByRole('heading', { name: 'Is my card waterproof?' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What is the Everything Card?' })).toHaveCount(0);
    await follow(page, 'All versions');
    await follow(page, 'Compare');
    await expect(page.getByText('What is the Everything Card? (hidden)')).toBeVisible();
    await visitor.goto('/faq');
    await expect(visitor.getByRole('heading', { name: 'Is my card waterproof?' })).toHaveCount(0);
    await page.goBack();
    await act(page, 'Publish', {
      reason: 'People ask for it',
      effect: 'Questions: 1 more, 0 with other words, 2 removed or hidden.',
      result: 'Version 2 is published.',
    });
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'Is my card waterproof?' })).toBeVisible();
    await expect(visitor.getByRole('heading', { name: 'What is the Everything Card?' })).toHaveCount(0);
    await expectAudited(page, 'text:FAQ', 'text.publish', 'People ask for it');
  });

  await test.step('drafts, previews, publishes, and restores a policy', async () => {
    await openText(page, 'Cookie policy');
    await follow(page, 'Edit');
    await colleague.goto('/staff/content/texts/COOKIE/edit');
    await colleague.getByRole('textbox').first().waitFor();
    await writeParagraph(page, 'We like oatmeal cookies.');
    await press(page, 'Save draft');
    await follow(page, 'Preview');
    await expect(page.getByText('We like oatmeal cookies.')).toBeVisible();
    await writeParagraph(colleague, 'We like raisins.');
    await press(colleague, 'Save draft');
    await expect(colleague.getByText('Someone else changed this in the meantime.')).toBeVisible();
    await follow(page, 'All versions');
    await act(page, 'Publish', {
      fill: (form) => form.getByLabel('Counsel has reviewed this version').check(),
      reason: 'New analytics',
      effect: /^Version 2 of “Cookie policy” replaces version 1/,
      result: 'Version 2 is published.',
    });
    await visitor.goto('/legal/cookie-policy');
    await expect(visitor.getByText('We like oatmeal cookies.')).toBeVisible();
    await follow(page, 'Version 1');
    await act(page, 'Restore as draft', {
      reason: 'It was a joke',
      effect: /^Version 1 becomes the draft/,
      result: 'Version 1 is now the draft.',
    });
    await follow(page, 'All versions');
    await act(page, 'Publish', {
      reason: 'Back to the old words',
      effect: /Counsel hasn’t reviewed it/,
      result: 'Version 3 is published.',
    });
    await visitor.reload();
    await expect(visitor.getByText('We like oatmeal cookies.')).toHaveCount(0);
    await act(page, 'Mark as reviewed', {
      reason: 'Counsel wrote back',
      effect: /^Version 4 of “Cookie policy” is published with the same words/,
      result: 'Version 4 is published as reviewed.',
    });
    for (const [action, reason] of [
      ['text.publish', 'New analytics'],
      ['text.draft', 'It was a joke'],
      ['text.publish', 'Back to the old words'],
      ['text.publish', 'Counsel wrote back'],
    ] as const) {
      await expectAudited(page, 'text:COOKIE', action, reason);
    }
  });

  await test.step('discards the draft of a contract', async () => {
    await openText(page, 'Membership terms');
    await follow(page, 'Edit');
    await writeParagraph(page, 'Dear member,');
    await press(page, 'Save draft');
    await act(page, 'Discard draft', {
      reason: 'Not yet',
      effect: 'The draft of “Membership terms” is lost. The published version stays.',
      result: 'The draft was discarded.',
    });
    await expect(page.getByRole('link', { name: 'Compare' })).toHaveCount(0);
    await expectAudited(page, 'text:MEMBER', 'text.discard', 'Not yet');
  });

  await test.step('changes the words and the price of a plan', async () => {
    await page.goto('/staff/content');
    await follow(page, 'Family Membership');
    await act(page, 'Change', {
      fill: async (form) => {
        await form.getByLabel('Price in dollars').fill('109.90');
        await form.getByLabel('Summary').fill('One card for everyone at home.');
      },
      reason: 'Costs rose',
      effect: 'Running subscriptions renew at the price they were bought at.',
      result: /It costs \$109\.90 a month\.$/,
    });
    await visitor.goto('/pricing/family');
    await expect(visitor.getByText('One card for everyone at home.').first()).toBeVisible();
    await expect(visitor.getByText('$109.90').first()).toBeVisible();
    await expectAudited(page, 'plan:1', 'plan.change', 'Costs rose');
  });
});
