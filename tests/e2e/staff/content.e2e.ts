import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/journey.ts';
import { expectAccessible } from '../support/page-checks.ts';
import { completeShipping, newPerson, openWizard, press as pressButton } from '../support/purchase.ts';
import { DEVELOPER_EMAIL, signInAsStaff, staffTest as test } from '../support/staff.ts';
import { buyAsGuest, expectAudited, findRow, performAction } from '../support/staff-console.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog');
const press = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name }).click();
const follow = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('link', { name }).first().click();

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

test('staff change settings and the FAQ', { tag: ['@desktop', '@long'] }, async ({
  page,
  newVisitor,
  runningApp,
}) => {
  test.slow();
  await signInAsStaff(page, runningApp);
  const visitor = await newVisitor();

  await test.step('changes a setting and puts its default back', async () => {
    await page.goto('/staff/content');
    await expect(page.getByRole('region', { name: 'Settings' }).getByRole('link').first()).toBeVisible();
    await expectAccessible(page);
    await follow(page, 'When the phone is answered');
    await performAction(page, 'Change', {
      fill: (form) => form.getByLabel('When the phone is answered').fill('Every day 8am-8pm'),
      reason: 'Summer hours',
      effects: ['When the phone is answered: “Mon-Fri 9am-5pm MST” → “Every day 8am-8pm”'],
      message: 'The setting is now “Every day 8am-8pm”.',
    });
    await expect(page.getByText('Mon-Fri 9am-5pm MST → Every day 8am-8pm. Summer hours')).toBeVisible();
    await visitor.goto('/contact');
    await expect(visitor.getByText('Every day 8am-8pm').first()).toBeVisible();
    await performAction(page, 'Use default', {
      reason: 'Summer is over',
      effects: ['When the phone is answered: “Every day 8am-8pm” → “Mon-Fri 9am-5pm MST”'],
      message: 'The setting is now “Mon-Fri 9am-5pm MST”.',
    });
    await visitor.reload();
    await expect(visitor.getByText('Mon-Fri 9am-5pm MST').first()).toBeVisible();
    await expectAudited(page, {
      subject: 'setting:contactHours',
      action: 'setting.change',
      reason: 'Summer hours',
    });
  });

  await test.step('adds, edits, moves, hides, and removes questions of the FAQ', async () => {
    await openText(page, 'FAQ');
    await follow(page, 'Edit');
    await expect(page.getByRole('button', { name: 'Save draft' })).toBeVisible();
    await expectAccessible(page);
    await press(page, 'Add question to The card');
    await dialog(page).getByLabel('Question').fill('Is the card waterproof?');
    await dialog(page).getByRole('textbox', { name: 'Answer' }).click();
    await page.keyboard.type('The printed one is. It comes in {price.physical-card}.');
    await press(dialog(page), 'Done');
    await press(page, 'Edit “Is the card waterproof?”');
    await dialog(page).getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByLabel('Link address').fill('/pricing');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Link address')).toBeHidden();
    await dialog(page).getByLabel('Question').fill('Is my card waterproof?');
    await press(dialog(page), 'Done');
    const questions = page.getByRole('region', { name: 'The card', exact: true }).getByRole('paragraph');
    const order = await questions.allTextContents();
    await press(page, 'Up “Is my card waterproof?”');
    await press(page, 'Down “Is my card waterproof?”');
    await expect(questions).toHaveText(order);
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
    await performAction(page, 'Publish', {
      reason: 'People ask for it',
      effects: ['Questions: 1 added, 0 changed, 2 removed or hidden.'],
      message: 'Version 2 is published.',
    });
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'Is my card waterproof?' })).toBeVisible();
    await expect(visitor.getByRole('heading', { name: 'What is the Everything Card?' })).toHaveCount(0);
    await expectAudited(page, { subject: 'text:FAQ', action: 'text.publish', reason: 'People ask for it' });
  });

  await test.step('makes, renames, orders, and removes sections, and shows a hidden question again', async () => {
    await openText(page, 'FAQ');
    await follow(page, 'Edit');
    const addSection = async (title: string) => {
      await press(page, 'Add section');
      await dialog(page).getByLabel('Title').fill(title);
      await press(dialog(page), 'Done');
    };
    await addSection('Travel');
    await press(page, 'Add question to Travel');
    await dialog(page).getByLabel('Question').fill('Does it work abroad?');
    await dialog(page).getByRole('textbox', { name: 'Answer' }).click();
    await page.keyboard.type('Only in the United States.');
    await press(dialog(page), 'Done');
    await press(page, 'Rename “Travel”');
    await dialog(page).getByLabel('Title').fill('On the road');
    await press(dialog(page), 'Done');
    const sections = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(sections.last()).toHaveText('On the road');
    const titles = await sections.allTextContents();
    for (const move of ['Up', 'Down', 'Up']) await press(page, `${move} “On the road”`);
    await addSection('Nothing yet');
    await press(page, 'Remove “Nothing yet”');
    await press(page, 'Show “What is the Everything Card?”');
    await press(page, 'Save draft');
    await performAction(page, 'Publish', {
      reason: 'For the summer',
      effects: 'Questions: 2 added, 0 changed, 0 removed or hidden.',
      message: 'Version 3 is published.',
    });
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'What is the Everything Card?' })).toBeVisible();
    await expect(visitor.getByRole('heading', { name: 'Does it work abroad?' })).toBeVisible();
    const topics = visitor.getByRole('navigation', { name: 'Topics' }).getByRole('link');
    await expect(topics).toHaveText([...titles.slice(0, -2), 'On the road', ...titles.slice(-2, -1)]);
    await expectAudited(page, { subject: 'text:FAQ', action: 'text.publish', reason: 'For the summer' });
  });

  await test.step('puts the first version of the FAQ back', async () => {
    await openText(page, 'FAQ');
    await follow(page, 'Version 1');
    await performAction(page, 'Restore as draft', {
      reason: 'Too long',
      message: 'Version 1 is now the draft.',
    });
    await follow(page, 'All versions');
    await performAction(page, 'Publish', { reason: 'Too long', message: 'Version 4 is published.' });
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'How do I use my card?' })).toBeVisible();
    await expect(visitor.getByRole('heading', { name: 'Does it work abroad?' })).toHaveCount(0);
  });
});

test('staff publish a policy and a contract', { tag: '@desktop' }, async ({
  page,
  newVisitor,
  runningApp,
}) => {
  test.slow();
  await signInAsStaff(page, runningApp);
  const visitor = await newVisitor();
  const colleague = await newVisitor();
  await signInAsStaff(colleague, runningApp, DEVELOPER_EMAIL);

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
    await performAction(page, 'Publish', {
      fill: (form) => form.getByLabel('Counsel has reviewed this version').check(),
      reason: 'New analytics',
      effects: ['Visitors see it on the cookie policy page right away.'],
      message: 'Version 2 is published.',
    });
    await visitor.goto('/legal/cookie-policy');
    await expect(visitor.getByText('We like oatmeal cookies.')).toBeVisible();
    await follow(page, 'Version 1');
    await performAction(page, 'Restore as draft', {
      reason: 'It was a joke',
      effects: [
        'Version 1 becomes the draft of “Cookie policy”. Visitors see no change until you publish it.',
      ],
      message: 'Version 1 is now the draft.',
    });
    await follow(page, 'All versions');
    await performAction(page, 'Publish', {
      reason: 'Back to the old words',
      effects: ['Counsel hasn’t reviewed it. Production won’t restart unless it allows unreviewed texts.'],
      message: 'Version 3 is published.',
    });
    await visitor.reload();
    await expect(visitor.getByText('We like oatmeal cookies.')).toHaveCount(0);
    await performAction(page, 'Mark as reviewed', {
      reason: 'Counsel wrote back',
      effects: ['Version 4 of “Cookie policy” is published with the same words, as reviewed by counsel.'],
      message: 'Version 4 is published as reviewed.',
    });
    for (const [action, reason] of [
      ['text.publish', 'New analytics'],
      ['text.draft', 'It was a joke'],
      ['text.publish', 'Back to the old words'],
      ['text.publish', 'Counsel wrote back'],
    ] as const) {
      await expectAudited(page, { subject: 'text:COOKIE', action, reason });
    }
  });

  await test.step('discards the draft of a contract', async () => {
    await openText(page, 'Membership terms');
    await follow(page, 'Edit');
    await writeParagraph(page, 'Dear member,');
    await press(page, 'Save draft');
    await expect(page.getByRole('link', { name: 'Compare' })).toBeVisible();
    await expectAccessible(page);
    await performAction(page, 'Discard draft', {
      reason: 'Not yet',
      effects: ['The draft of “Membership terms” will be lost. The published version stays.'],
      message: 'The draft was discarded.',
    });
    await expect(page.getByRole('link', { name: 'Compare' })).toHaveCount(0);
    await expectAudited(page, { subject: 'text:MEMBER', action: 'text.discard', reason: 'Not yet' });
  });

  await test.step('publishes a contract, which buyers then read and accept', async () => {
    await openText(page, 'Membership terms');
    await follow(page, 'Edit');
    await writeParagraph(page, 'Dear member, welcome.');
    await press(page, 'Save draft');
    await performAction(page, 'Publish', {
      fill: (form) => form.getByLabel('Counsel has reviewed this version').check(),
      reason: 'A friendlier start',
      effects: 'From now on, people accept this version when they buy or sign up.',
      message: 'Version 2 is published.',
    });
    await openWizard(visitor, 'Individual');
    await pressButton(visitor, 'Buy as guest');
    await completeShipping(visitor, newPerson());
    await pressButton(visitor, 'Read the membership terms');
    await expect(dialog(visitor).getByText('Dear member, welcome.')).toBeVisible();
    await expect(dialog(visitor).getByText(/^Version 2, published/)).toBeVisible();
    const { email } = await buyAsGuest(visitor, `http://localhost:${runningApp.port}`);
    await page.goto(`/staff/memberships?q=${encodeURIComponent(email)}`);
    const rows = page.getByRole('table', { name: 'Memberships' }).getByRole('row');
    await expect(rows).toHaveCount(2);
    await rows.getByRole('link').last().click();
    await expect(findRow(page, 'Agreements', 'Membership terms')).toContainText('2');
    await expectAudited(page, {
      subject: 'text:MEMBER',
      action: 'text.publish',
      reason: 'A friendlier start',
    });
  });
});
