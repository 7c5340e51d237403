import type { Page } from '@playwright/test';
import { createStoresFile } from '../../server/cli/stores/stores-file.ts';
import { expect } from '../support/journey.ts';
import { expectSameFile } from '../support/list-file.ts';
import { newPerson } from '../support/purchase.ts';
import { DEVELOPER_EMAIL, signInAsStaff, staffTest as test } from '../support/staff.ts';
import { expectAudited, findRow, performAction } from '../support/staff-console.ts';

const LONG_MS = 180_000;
const REASON = 'The partner asked for it';
const LOGO = '/store-logos/food-1.svg';
const CHANGED = 'Someone else changed this in the meantime. Check the latest version and try again.';

async function upload(page: Page, name: string, content: string): Promise<void> {
  await page.goto('/staff/businesses/import');
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

const openBusiness = async (page: Page, search: string) => {
  await page.goto('/staff/businesses');
  await page.getByLabel('Name, city, ZIP code, or owner’s email').fill(search);
  await findRow(page, 'Businesses', new RegExp(search, 'i')).getByRole('link').first().click();
};

const preview = (page: Page) => page.getByRole('region', { name: 'As members see it' });

/** Registers an account that hasn't verified its email, and starts its trial. */
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

/** Returns helpers for a visitor who searches for businesses by name. */
function createSearcher(visitor: Page) {
  return {
    searchName: (name: string) => visitor.goto(`/savings?name=${encodeURIComponent(name)}`),
    result: (name: string) => visitor.getByRole('article', { name }),
  };
}

test('staff import a file, and edit a listing, its locations, and its promotions', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, runningApp }) => {
  test.setTimeout(LONG_MS);
  const tag = `Zq${Date.now().toString(36)}`;
  const [member, colleague] = [await newVisitor(), await newVisitor()];
  const { searchName, result } = createSearcher(member);
  await signInAsStaff(page, runningApp);
  await signInAsStaff(colleague, runningApp, DEVELOPER_EMAIL);

  await test.step('a file is checked, reports its errors by line, and is imported', async () => {
    const rows = ['Solo', 'Other'].map((name) => ({
      business_key: `${tag}-${name}`,
      businessname: `${tag} ${name}`,
    }));
    const file = createStoresFile([...rows, { business_key: `${tag}-bad`, premier: 'perhaps' }]);
    await upload(page, 'stores.csv', file);
    const fault = findRow(page, 'Errors by line', 'Please enter yes or no');
    await expect(fault).toContainText('4');
    await expect(fault).toContainText('premier');
    await page.reload();
    const refusedRowsUrl = await page
      .getByRole('link', { name: 'Download the refused rows' })
      .getAttribute('href');
    expect(await (await page.request.get(refusedRowsUrl ?? '')).text()).toContain(`${tag}-bad`);
    const effects = ['stores.csv: 2 new, 0 changed, 0 unchanged, 1 refused'];
    await performAction(page, 'Import', { reason: REASON, effects, message: 'The import has started.' });
    await expect(page.getByText('The import is finished.')).toBeVisible();
    await expect(page.getByText('2 of 2')).toBeVisible();
    await searchName(`${tag} Solo`);
    await expect(result(`${tag} Solo`)).toBeVisible();
  });

  await test.step('an import that was only checked can be canceled', async () => {
    await upload(page, 'other.csv', createStoresFile([{ business_key: `${tag}-other` }]));
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
        await form.getByLabel('Logo').fill(LOGO);
        await form.getByLabel('Premier').check();
        await form.getByLabel('Serves the whole country').check();
      },
      reason: REASON,
      effects: [
        `Name: ${tag} Solo → ${tag} Renamed`,
        'Premier: no → yes',
        'National: no → yes',
        `Logo: none → ${LOGO}`,
      ],
      message: 'The listing is saved.',
    });
    await searchName(`${tag} Renamed`);
    const edited = result(`${tag} Renamed`);
    for (const text of ['renamed.example', 'Premier', 'National']) await expect(edited).toContainText(text);
    await expect(edited.locator('img')).toHaveAttribute('src', LOGO);
    await page.goto(`/staff/businesses?q=${tag}&national=yes`);
    await expect(findRow(page, 'Businesses', tag)).toHaveCount(1);
    await page.getByRole('link', { name: `${tag} Renamed` }).click();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(REASON);
  });

  await test.step('a second editor is refused, and nothing is overwritten', async () => {
    const dialog = colleague.getByRole('dialog', { name: 'Edit listing' });
    await dialog.getByLabel('Business name').fill(`${tag} Overwritten`);
    await dialog.getByLabel('Reason', { exact: true }).fill(REASON);
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
    await performAction(page, 'Remove location', {
      within: findRow(page, 'Locations', '10001'),
      reason: REASON,
      message: 'The location was removed.',
    });
    await searchName(`${tag} Renamed`);
    await expect(result(`${tag} Renamed`)).toHaveCount(1);
  });

  await test.step('promotions are added, changed, and removed', async () => {
    const type = (text: string) => async (form: ReturnType<Page['getByRole']>) => {
      await form.getByRole('textbox', { name: 'Description' }).fill(text);
      await form.getByLabel('Code').fill('ZQ10');
      await form.getByLabel('Headline').fill('Bread for less');
      await form.getByLabel('One use saves').fill('1.25');
    };
    const message = 'The promotion is saved.';
    await performAction(page, 'Add promotion', { fill: type('Ten off'), reason: REASON, message });
    await searchName(`${tag} Renamed`);
    for (const text of ['View promotions (1)', 'Bread for less', '$1.25']) {
      await expect(result(`${tag} Renamed`)).toContainText(text);
    }
    await performAction(page, 'Edit promotion', { fill: type('Twenty off'), reason: REASON, message });
    await searchName(`${tag} Renamed`);
    await result(`${tag} Renamed`).getByRole('link', { name: 'View promotions (1)' }).click();
    await expect(member.getByRole('dialog').getByText('Twenty off')).toBeVisible();
    await performAction(page, 'Edit listing', {
      fill: (form) => form.getByLabel('Only members see its promotions').check(),
      reason: REASON,
      effects: 'Promotions for members only: no → yes',
      message: 'The listing is saved.',
    });
    await searchName(`${tag} Renamed`);
    await expect(result(`${tag} Renamed`)).toContainText('Login to check Promotions');
    await performAction(page, 'Remove promotion', {
      reason: REASON,
      effects: ['Promotion 1 will be removed.'],
      message: 'The promotion was removed.',
    });
    await searchName(`${tag} Renamed`);
    await expect(result(`${tag} Renamed`)).toContainText('No promotions right now');
  });

  await test.step('the audit log has all of it', async () => {
    const importActions = ['import.start', 'import.finish', 'import.cancel'] as const;
    await expectAudited(page, { action: importActions, subject: 'import:', reason: REASON });
    const edited = ['listing.edit', 'listing.location', 'listing.promotion'] as const;
    await expectAudited(page, { action: edited, subject: 'business:', reason: REASON });
  });
});

test('staff show and hide a trial’s listing, download the list, and compare duplicates', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, runningApp }) => {
  test.setTimeout(LONG_MS);
  const tag = `Zd${Date.now().toString(36)}`;
  const owner = await newVisitor();
  const { searchName, result } = createSearcher(await newVisitor());
  await signInAsStaff(page, runningApp);
  const pairs = ['Alpha', 'Alpha', 'Bravo', 'Bravo'].map((name, index) => ({
    business_key: `${tag}-${index}`,
    businessname: `${tag} ${name}`,
  }));
  await upload(page, 'pairs.csv', createStoresFile(pairs));
  await performAction(page, 'Import', { reason: REASON, message: 'The import has started.' });
  await expect(page.getByText('The import is finished.')).toBeVisible();

  await test.step('a trial’s listing is shown before its owner is verified, and hidden', async () => {
    await startTrial(owner, `${tag} Trial`);
    await owner.goto('/user/business');
    await expect(owner.getByText('once you verify your email')).toBeVisible();
    await openBusiness(page, `${tag} trial`.toLowerCase());
    await performAction(page, 'Show', { reason: REASON, message: 'The listing is shown.' });
    await searchName(`${tag} Trial`);
    await expect(result(`${tag} Trial`)).toBeVisible();
    await owner.reload();
    await expect(owner.getByText('Members can find your business')).toBeVisible();
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

  await test.step('the file of the list is what the list shows', async () => {
    await page.goto(`/staff/businesses?q=${tag}&sort=name.desc`);
    await expect(findRow(page, 'Businesses', tag)).toHaveCount(5);
    await expectSameFile(page, 'Businesses');
    await expectAudited(page, { action: 'list.download', subject: 'list:businesses', reason: tag });
  });

  await test.step('likely duplicates are compared; one of a pair is hidden, another is none', async () => {
    await page.goto('/staff/businesses/duplicates');
    await performAction(page, 'Check again now', { reason: REASON, message: /^The search has started/ });
    await expect(async () => {
      await page.reload();
      await expect(findRow(page, 'Likely duplicates', `${tag} Alpha`)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(findRow(page, 'Likely duplicates', `${tag} Alpha`)).toContainText('Same address');
    await findRow(page, 'Likely duplicates', `${tag} Alpha`).getByRole('link').click();
    await performAction(page, 'Hide this one', {
      within: page.getByRole('region', { name: `2. ${tag} Alpha` }),
      reason: REASON,
      message: 'The listing is hidden.',
    });
    await searchName(`${tag} Alpha`);
    await expect(result(`${tag} Alpha`)).toHaveCount(1);

    await page.goto('/staff/businesses/duplicates');
    await findRow(page, 'Likely duplicates', `${tag} Bravo`).getByRole('link').click();
    const message = 'Marked as not a duplicate.';
    await performAction(page, 'Not a duplicate', { reason: REASON, message });
    await page.goto('/staff/businesses/duplicates');
    await expect(page.getByRole('heading', { level: 1, name: 'Likely duplicates' })).toBeVisible();
    await expect(findRow(page, 'Likely duplicates', tag)).toHaveCount(0);
    await searchName(`${tag} Bravo`);
    await expect(result(`${tag} Bravo`)).toHaveCount(2);
  });

  await test.step('the audit log has all of it', async () => {
    const listingActions = ['listing.show', 'listing.hide'] as const;
    await expectAudited(page, { action: listingActions, subject: 'business:', reason: REASON });
    await expectAudited(page, { action: 'duplicates.find', subject: 'duplicates', reason: REASON });
    await expectAudited(page, { action: 'duplicates.dismiss', subject: 'duplicate:', reason: REASON });
  });
});
