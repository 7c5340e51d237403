import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { expect } from '../support/journey.ts';
import { findTermValue } from '../support/purchase.ts';
import { DEVELOPER_EMAIL, runCommand, signInAsStaff, staffTest as test } from '../support/staff.ts';
import { buyAsGuest, callProcedure } from '../support/staff-console.ts';

const LONG_MS = 120_000;

const NOW = 'Now';
const PERIOD = 'In this period';

/**
 * Each figure with the list behind it. The figure is the sum of `column`, or the number of rows without a
 * `column`. The sum of `amount` is shown in parentheses.
 */
const FIGURES = [
  { group: NOW, label: 'Active members', list: 'Members counted' },
  { group: NOW, label: 'Monthly recurring revenue', list: 'Recurring revenue', column: 'Per month' },
  { group: NOW, label: 'Past due', list: 'Past due', amount: 'Owed' },
  { group: NOW, label: 'Renewals in the next 30 days', list: 'Recurring revenue', amount: 'Next charge' },
  { group: PERIOD, label: 'New members', list: 'Members counted' },
  { group: PERIOD, label: 'Canceled members', list: 'Canceled members' },
  { group: PERIOD, label: 'Revenue', list: 'Revenue and refunds', column: 'Revenue' },
  { group: PERIOD, label: 'Refunds', list: 'Revenue and refunds', column: 'Refunded' },
  { group: PERIOD, label: 'Disputes', list: 'Revenue and refunds', column: 'Disputed' },
] satisfies Array<{ group: string; label: string; list: string; column?: string; amount?: string }>;

/**
 * Each chart with the figures of its columns. For a period, a figure is the sum of its column; for the
 * current state, it is the last value.
 */
const CHARTS = [
  { title: 'Revenue and refunds', group: PERIOD, figures: ['Revenue', 'Refunds', 'Disputes'] },
  { title: 'New and canceled members', group: PERIOD, figures: ['New members', 'Canceled members'] },
  { title: 'Monthly recurring revenue', group: NOW, figures: ['Monthly recurring revenue'] },
  { title: 'Active members', group: NOW, figures: ['Active members'] },
];

/** Each kind of work that is waiting for staff, with the title of its list. */
const WAITING_LISTS = [
  ['Unanswered messages', 'Messages'],
  ['Disputes waiting for evidence', 'Disputes waiting for evidence'],
  ['Purchases open for over an hour', 'Purchases'],
  ['Cards to print', 'Physical cards'],
  ['Printed cards to send', 'Physical cards'],
  ['Affiliates over the 1099 threshold', 'Affiliates'],
  ['Webinar rewards owed', 'Webinar rewards'],
] as const;

const tile = (page: Page, group: string, label: string) =>
  page.getByRole('region', { name: group, exact: true }).getByRole('link', { name: new RegExp(`^${label}`) });

const readNumbers = (text: string | null) =>
  (text?.match(/[\d,]+(\.\d+)?/g) ?? []).map((number) => Number(number.replaceAll(',', '')));

/** Reads a figure and, if there is one, the amount in parentheses after it. */
async function readTile(page: Page, group: string, label: string): Promise<number[]> {
  return readNumbers(await tile(page, group, label).locator('strong').textContent());
}

const readFigure = async (page: Page, group: string, label: string) =>
  (await readTile(page, group, label))[0] ?? Number.NaN;

async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Downloads all rows of a list, of which the page may show only some. */
async function downloadRows(page: Page): Promise<Array<Record<string, string>>> {
  const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
  const response = await page.request.get(href ?? '');
  return parse<Record<string, string>>(await response.text(), { bom: true, columns: true });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

async function count(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Count now' });
  const responsePromise = page.waitForResponse((response) => response.url().includes('overview.count'));
  await button.click();
  await responsePromise;
  // Wait until the page shows the new figures.
  await expect(button).not.toHaveAttribute('aria-busy');
}

test('staff see the business in figures of any period, each with its rows, and what waits', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, runningApp, request, sandbox }) => {
  test.setTimeout(LONG_MS);
  const { url } = runningApp;
  const { token: formToken } = (await (await request.get(`${url}/trpc/content.formToken`)).json()).result
    .data;
  await signInAsStaff(page, runningApp, DEVELOPER_EMAIL);
  await page.goto('/staff');
  await expect(page).toHaveURL('/staff/overview');
  await count(page);
  const memberCount = await readFigure(page, NOW, 'Active members');
  const recurring = await readFigure(page, NOW, 'Monthly recurring revenue');
  const newMemberCount = await readFigure(page, PERIOD, 'New members');
  const revenue = await readFigure(page, PERIOD, 'Revenue');
  const refunds = await readFigure(page, PERIOD, 'Refunds');
  const cards = await readFigure(page, 'Waiting for you', 'Cards to print');

  await test.step('a sale moves the figures, and so does a refund', async () => {
    await buyAsGuest(await newVisitor(), url);
    await count(page);
    await expect(tile(page, NOW, 'Active members')).toContainText(String(memberCount + 1));
    expect(await readFigure(page, NOW, 'Monthly recurring revenue')).toBeCloseTo(recurring + 49.95, 2);
    expect(await readFigure(page, PERIOD, 'New members')).toBe(newMemberCount + 1);
    expect(await readFigure(page, PERIOD, 'Revenue')).toBeCloseTo(revenue + 49.95, 2);

    const order = makeCardPurchase({ requestedPhysicalCard: true, buyAnother: true });
    await callProcedure(request, url, 'checkout.buyCard', order);
    const [second, first] = await sandbox.charges();
    await runCommand(runningApp, 'purchases', 'refund', second?.metadata.purchase ?? '', '--amount', '7');
    await sandbox.dispute(first?.id ?? '');
    await sandbox.flushWebhooks();
    const message = { name: 'Ann', email: order.email, subject: 'Prices', message: 'What does it cost?' };
    await callProcedure(request, url, 'content.sendMessage', { ...message, formToken });
    await expect(async () => {
      await count(page);
      expect(await readFigure(page, PERIOD, 'Refunds')).toBeCloseTo(refunds + 7, 2);
      expect(await readFigure(page, PERIOD, 'Disputes')).toBeGreaterThan(0);
    }).toPass();
  });

  await test.step('each figure is what the rows behind it add up to', async () => {
    for (const { group, label, list, column, amount } of FIGURES) {
      const [figure = Number.NaN, bracketed] = await readTile(page, group, label);
      await tile(page, group, label).click();
      await expectHeading(page, list);
      const rows = await downloadRows(page);
      const add = (name: string) => sum(rows.map((row) => Number(row[name])));
      expect(column === undefined ? rows.length : add(column), label).toBeCloseTo(figure, 2);
      if (amount !== undefined) expect(add(amount), `${label}, ${amount}`).toBeCloseTo(bracketed ?? 0, 2);
      await page.goBack();
    }
  });

  await test.step('each chart has a table of the same figures', async () => {
    for (const { title, group, figures } of CHARTS) {
      await page.getByLabel(`Show as table: ${title}`).check();
      const rows = page.getByRole('region', { name: title, exact: true }).getByRole('row');
      await expect(rows).toHaveCount(31);
      const cells = await rows
        .filter({ has: page.getByRole('cell') })
        .evaluateAll((elements) =>
          elements.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)),
        );
      for (const [index, label] of figures.entries()) {
        const values = cells.map((row) => readNumbers(row[index] ?? null)[0] ?? 0);
        const value = group === PERIOD ? sum(values) : values.at(-1);
        expect(value, `${title}: ${label}`).toBeCloseTo(await readFigure(page, group, label), 2);
      }
    }
  });

  await test.step('what waits leads to lists with as many rows', async () => {
    const waiting = 'Waiting for you';
    await page.reload();
    expect(await readFigure(page, waiting, 'Cards to print')).toBe(cards + 1);
    expect(await readFigure(page, waiting, 'Unanswered messages')).toBeGreaterThan(0);
    expect(await readFigure(page, waiting, 'Disputes waiting for evidence')).toBeGreaterThan(0);
    for (const [label, list] of WAITING_LISTS) {
      const figure = await readFigure(page, waiting, label);
      await tile(page, waiting, label).click();
      await expectHeading(page, list);
      expect(await downloadRows(page), label).toHaveLength(figure);
      await page.goBack();
    }
    const payouts = await readFigure(page, waiting, 'Payouts due');
    await tile(page, waiting, 'Payouts due').click();
    await expectHeading(page, /^Payouts for /);
    await expect(findTermValue(page, 'Payouts')).toHaveText(String(payouts));
    await page.goBack();
    await tile(page, waiting, 'Reconciliation findings').click();
    await expectHeading(page, 'Reconciliation findings');
    await page.goBack();
    await tile(page, waiting, 'Failed jobs').click();
    await expectHeading(page, 'System');
    await page.goBack();
  });

  await test.step('any period is in the address', async () => {
    await page.getByRole('link', { name: '12 months' }).click();
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
    await page.goto('/staff/overview?from=2020-01-01&to=2020-01-31');
    await expect(tile(page, PERIOD, 'Revenue')).toContainText('$0.00');
    await page.getByLabel('From').fill('2019-12-01');
    await page.getByLabel('From').blur();
    await expect(page).toHaveURL('/staff/overview?from=2019-12-01&to=2020-01-31');
  });

  await test.step('an unknown address leads back to it', async () => {
    for (const path of ['/staff/nothing', '/staff/members/a/b']) {
      await page.goto(path);
      await expectHeading(page, 'Page not found');
      await page.getByRole('link', { name: 'Go to the overview' }).click();
      await expectHeading(page, 'Overview');
    }
  });
});
