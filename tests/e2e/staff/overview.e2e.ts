import type { Page } from '@playwright/test';
import { expect } from '../support/journey.ts';
import { CARDS, expectCompleted, goToPayment, press, typeCard } from '../support/purchase.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';

const LONG_MS = 120_000;

const tile = (page: Page, group: string, label: string) =>
  page.getByRole('region', { name: group, exact: true }).getByRole('link', { name: new RegExp(`^${label}`) });

/** Reads the number or amount of a figure. */
async function readFigure(page: Page, group: string, label: string): Promise<number> {
  const text = (await tile(page, group, label).locator('strong').textContent()) ?? '';
  return Number(text.replace(/[^\d.]/g, ''));
}

async function count(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Count now' });
  const counted = page.waitForResponse((response) => response.url().includes('overview.count'));
  await button.click();
  await counted;
  // Until the page shows the new figures.
  await expect(button).not.toHaveAttribute('aria-busy');
}

test('staff see the business in figures of any period, each with its rows', {
  tag: '@desktop',
}, async ({ page, newVisitor, runningApp }) => {
  test.setTimeout(LONG_MS);
  await signInAsStaff(page, runningApp);
  await page.goto('/staff');
  await expect(page).toHaveURL('/staff/overview');
  await count(page);
  const members = await readFigure(page, 'Now', 'Active members');
  const recurring = await readFigure(page, 'Now', 'Monthly recurring revenue');
  const joined = await readFigure(page, 'In this period', 'New members');
  const revenue = await readFigure(page, 'In this period', 'Revenue');

  await test.step('a sale moves the figures', async () => {
    const buyer = await newVisitor();
    await goToPayment(buyer, 'Individual');
    await typeCard(buyer, CARDS.good);
    await press(buyer, 'Purchase');
    await expectCompleted(buyer);
    await count(page);
    await expect(tile(page, 'Now', 'Active members')).toContainText(String(members + 1));
    expect(await readFigure(page, 'Now', 'Monthly recurring revenue')).toBeCloseTo(recurring + 49.95, 2);
    expect(await readFigure(page, 'In this period', 'New members')).toBe(joined + 1);
    expect(await readFigure(page, 'In this period', 'Revenue')).toBeCloseTo(revenue + 49.95, 2);
  });

  await test.step('each figure leads to its rows', async () => {
    for (const [group, label, title] of [
      ['Now', 'Active members', 'Members counted'],
      ['Now', 'Monthly recurring revenue', 'Recurring revenue'],
      ['Now', 'Past due', 'Past due'],
      ['Now', 'Renewals in the next 30 days', 'Recurring revenue'],
      ['In this period', 'New members', 'Members counted'],
      ['In this period', 'Canceled members', 'Canceled members'],
      ['In this period', 'Revenue', 'Revenue and refunds'],
      ['In this period', 'Refunds', 'Revenue and refunds'],
    ] as const) {
      await tile(page, group, label).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await page.goBack();
    }
  });

  await test.step('any period is in the address', async () => {
    await page.getByRole('link', { name: '12 months' }).click();
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
    await page.goto('/staff/overview?from=2020-01-01&to=2020-01-31');
    await expect(tile(page, 'In this period', 'Revenue')).toContainText('$0.00');
    await page.getByLabel('From').fill('2019-12-01');
    await page.getByLabel('From').blur();
    await expect(page).toHaveURL('/staff/overview?from=2019-12-01&to=2020-01-31');
  });
});
