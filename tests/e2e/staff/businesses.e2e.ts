import type { Page } from '@playwright/test';
import { storesFile } from '../../server/cli/stores/stores-file.ts';
import { expect } from '../support/journey.ts';
import { newPerson } from '../support/purchase.ts';
import { DEVELOPER_EMAIL, signInAsStaff, staffTest as test } from '../support/staff.ts';
import { expectAudited, findRow, performAction } from '../support/staff-actions.ts';

const LONG_MS = 180_000;
const REASON = 'The partner asked for it';
const CHANGED = 'Someone else changed this in the meantime. Check the new state and try again.';

async function upload(page: Page, name: string, content: string): Promise<void> {
  await page.goto('/staff/businesses/import');
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

const openBusiness = async (page: Page, search: string) => {
  await page.goto('/staff/businesses');
  await page.getByLabel('Name, city, ZIP code, or owner’s e-mail').fill(search);
  await findRow(page, 'Businesses', new RegExp(search, 'i')).getByRole('link').first().click();
};

const preview = (page: Page) => page.getByRole('region', { name: 'As members see it' });

/** Registers an account that hasn't verified its e-mail, and starts its trial. */
async function startTrial(page: Page, businessname: string): Promise<void> {
  const { email, password } = newPerson();
  const call = async (procedure: string, data: object) => {
    await page.request.get('/api/csrf');
    const token = (await page.context().cookies()).find(({ name }) => name === 'csrfToken');
    const headers = { 'x-csrf-token': token?.value ?? '' };
    const response = await page.request.post(`/trpc/${procedure}`, { data, headers });
    expect(response.ok(), await response.text()).toBe(true);
  };
  const person = { firstname: 'Tilda', lastname: 'Trial', zip: '80202' };
  await call('accounts.register', { ...person, email, password, confirm: password });
  await call('accounts.login', { email, password });
  await call('businessPlans.startTrial', { businessname, type: 9, zip: '80202' });
}

test('staff import, edit, hide, show, and compare businesses', {
  tag: '@desktop',
}, async ({ page, newVisitor, runningApp }) => {
  test.setTimeout(LONG_MS);
  const tag = `Zq${Date.now().toString(36)}`;
  const [member, colleague, owner] = [await newVisitor(), await newVisitor(), await newVisitor()];
  const searchName = async (name: string) => member.goto(`/savings?name=${encodeURIComponent(name)}`);
  const result = (name: string) => member.getByRole('article', { name });
  await signInAsStaff(page, runningApp);
  await signInAsStaff(colleague, runningApp, DEVELOPER_EMAIL);

  await test.step('a file is checked, reports its errors by line, and is imported', async () => {
    const rows = ['Alpha', 'Alpha', 'Bravo', 'Bravo', 'Solo'].map((name, index) => ({
      business_key: `${tag}-${index}`,
      businessname: `${tag} ${name}`,
    }));
    const file = storesFile([...rows, { business_key: `${tag}-bad`, premier: 'perhaps' }]);
    await upload(page, 'stores.csv', file);
    const fault = findRow(page, 'Errors by line', 'Please say yes or no');
    await expect(fault).toContainText('7');
    await expect(fault).toContainText('premier');
    await page.reload();
    const effects = ['stores.csv: 5 new, 0 changed, 0 unchanged, 1 refused'];
    await performAction(page, 'Import', { reason: REASON, effects, message: 'The import has started.' });
    await expect(page.getByText('The import is finished.')).toBeVisible();
    await expect(page.getByText('5 of 5')).toBeVisible();
    await searchName(`${tag} Solo`);
    await expect(result(`${tag} Solo`)).toBeVisible();
  });

  await test.step('an import that was only checked can be canceled', async () => {
    await upload(page, 'other.csv', storesFile([{ business_key: `${tag}-other` }]));
    await expect(page.getByText('This is what the import would do.')).toBeVisible();
    await performAction(page, 'Cancel import', { reason: REASON, message: 'Canceled.' });
    await expect(page.getByText('This import was canceled.')).toBeVisible();
    await page.goto('/staff/businesses/import');
    await expect(findRow(page, 'Import businesses', 'other.csv').first()).toContainText('Canceled');
  });

  await test.step('a listing is found by half its name, shown as members see it, and edited', async () => {
    await openBusiness(page, `${tag} Sol`.toLowerCase());
    await expect(preview(page).getByRole('article', { name: `${tag} Solo` })).toContainText('1600 Curtis St');
    await colleague.goto(page.url());
    await colleague.getByRole('button', { name: 'Edit listing' }).click();
    await performAction(page, 'Edit listing', {
      fill: async (form) => {
        await form.getByLabel('Business name').fill(`${tag} Renamed`);
        await form.getByLabel('Website').fill('https://renamed.example');
        await form.getByLabel('Premier').check();
      },
      reason: REASON,
      effects: [`Name: ${tag} Solo → ${tag} Renamed`, 'Premier: no → yes'],
      message: 'The listing is saved.',
    });
    await searchName(`${tag} Renamed`);
    await expect(result(`${tag} Renamed`)).toContainText('renamed.example');
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(REASON);
  });

  await test.step('a second editor is refused, and nothing is overwritten', async () => {
    const dialog = colleague.getByRole('dialog', { name: 'Edit listing' });
    await dialog.getByLabel('Business name').fill(`${tag} Overwritten`);
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText(CHANGED)).toBeVisible();
    await searchName(`${tag} Renamed`);
    await expect(result(`${tag} Renamed`)).toBeVisible();
  });

  await test.step('locations are changed, added, and removed', async () => {
    await performAction(page, 'Edit location', {
      fill: (form) => form.getByLabel('Street', { exact: false }).first().fill('99 Elm St'),
      reason: REASON,
      effects: ['Street: 1600 Curtis St → 99 Elm St'],
      message: 'The location is saved.',
    });
    await searchName(`${tag} Renamed`);
    await expect(result(`${tag} Renamed`)).toContainText('99 Elm St');
    await performAction(page, 'Add location', {
      fill: async (form) => {
        await form.getByLabel('City').fill('New York');
        await form.getByLabel('State').fill('New York');
        await form.getByLabel('ZIP code').first().fill('10001');
      },
      reason: REASON,
      message: 'The location is saved.',
    });
    await searchName(`${tag} Renamed`);
    await expect(result(`${tag} Renamed`)).toHaveCount(2);
    const added = findRow(page, 'Locations', '10001');
    await added.getByRole('button', { name: 'Remove location' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove location' });
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Remove location' }).click();
    await expect(dialog.getByRole('status')).toHaveText('The location is removed.');
    await page.keyboard.press('Escape');
    await searchName(`${tag} Renamed`);
    await expect(result(`${tag} Renamed`)).toHaveCount(1);
  });

  await test.step('promotions are added, changed, and removed', async () => {
    const type = (text: string) => async (form: ReturnType<Page['getByRole']>) => {
      await form.getByRole('textbox', { name: 'Description' }).fill(text);
      await form.getByLabel('Code').fill('ZQ10');
    };
    const message = 'The promotion is saved.';
    await performAction(page, 'Add promotion', { fill: type('Ten off'), reason: REASON, message });
    await searchName(`${tag} Renamed`);
    await expect(result(`${tag} Renamed`)).toContainText('View promotions (1)');
    await performAction(page, 'Edit promotion', { fill: type('Twenty off'), reason: REASON, message });
    await searchName(`${tag} Renamed`);
    await result(`${tag} Renamed`).getByRole('link', { name: 'View promotions (1)' }).click();
    await expect(member.getByRole('dialog').getByText('Twenty off')).toBeVisible();
    await performAction(page, 'Remove promotion', {
      reason: REASON,
      effects: ['Promotion 1 is removed.'],
      message: 'The promotion is removed.',
    });
    await searchName(`${tag} Renamed`);
    await expect(result(`${tag} Renamed`)).toContainText('No promotions right now');
  });

  await test.step('a trial’s listing is shown before its owner is verified, and hidden', async () => {
    await startTrial(owner, `${tag} Trial`);
    await owner.goto('/user/business');
    await expect(owner.getByText('once your e-mail is verified')).toBeVisible();
    await openBusiness(page, `${tag} trial`.toLowerCase());
    await performAction(page, 'Show', { reason: REASON, message: 'The listing is shown.' });
    await searchName(`${tag} Trial`);
    await expect(result(`${tag} Trial`)).toBeVisible();
    await owner.reload();
    await expect(owner.getByText('Members find your business')).toBeVisible();
    await performAction(page, 'Hide', {
      reason: REASON,
      effects: [`The search stops showing ${tag} Trial (1 location).`],
      message: 'The listing is hidden.',
    });
    await searchName(`${tag} Trial`);
    await expect(result(`${tag} Trial`)).toHaveCount(0);
    await owner.reload();
    await expect(owner.getByText('We hid your listing.')).toBeVisible();
    await page.goto(`/staff/businesses?q=${tag}&state=hidden&origin=trial`);
    await expect(findRow(page, 'Businesses', `${tag} Trial`)).toContainText('Hidden by staff');
  });

  await test.step('likely duplicates are compared; one of a pair is hidden, another is none', async () => {
    await page.goto('/staff/businesses/duplicates');
    await performAction(page, 'Look again now', { reason: REASON, message: /^The search has started/ });
    await expect(async () => {
      await page.reload();
      await expect(findRow(page, 'Likely duplicates', `${tag} Alpha`)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(findRow(page, 'Likely duplicates', `${tag} Alpha`)).toContainText('Same address');
    await findRow(page, 'Likely duplicates', `${tag} Alpha`).getByRole('link').click();
    const second = page.getByRole('region', { name: `2. ${tag} Alpha` });
    await second.getByRole('button', { name: 'Hide this one' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hide this one' });
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Hide this one' }).click();
    await expect(dialog.getByRole('status')).toHaveText('The listing is hidden.');
    await searchName(`${tag} Alpha`);
    await expect(result(`${tag} Alpha`)).toHaveCount(1);

    await page.goto('/staff/businesses/duplicates');
    await findRow(page, 'Likely duplicates', `${tag} Bravo`).getByRole('link').click();
    const message = 'Noted. They are different businesses.';
    await performAction(page, 'Not a duplicate', { reason: REASON, message });
    await page.goto('/staff/businesses/duplicates');
    await expect(page.getByRole('heading', { level: 1, name: 'Likely duplicates' })).toBeVisible();
    await expect(findRow(page, 'Likely duplicates', tag)).toHaveCount(0);
    await searchName(`${tag} Bravo`);
    await expect(result(`${tag} Bravo`)).toHaveCount(2);
  });

  await test.step('the audit log has all of it', async () => {
    for (const [action, subject] of [
      ['import.start', 'import:'],
      ['import.finish', 'import:'],
      ['import.cancel', 'import:'],
      ['listing.edit', 'business:'],
      ['listing.location', 'business:'],
      ['listing.promotion', 'business:'],
      ['listing.show', 'business:'],
      ['listing.hide', 'business:'],
      ['duplicates.find', 'duplicates'],
      ['duplicates.dismiss', 'duplicate:'],
    ] as const) {
      await expectAudited(page, { action, subject, reason: REASON });
    }
  });
});
