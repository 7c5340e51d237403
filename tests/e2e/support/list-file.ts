import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { expect } from './journey.ts';
import { findRow } from './staff-console.ts';

/** Reads a table of the console in the format of its CSV file. */
async function readTable(page: Page, table: string): Promise<string[][]> {
  return findRow(page, table, '').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => {
        const instant = cell.querySelector('time')?.dateTime;
        if (instant !== undefined) return instant;
        const copy = cell.cloneNode(true);
        // Remove the arrow that marks the sort order.
        if (copy instanceof Element) copy.querySelector('[aria-hidden]')?.remove();
        const text = copy.textContent?.trim() ?? '';
        if (text === '–') return '';
        const isNumber = ['cents', 'count'].includes(cell.getAttribute('data-format') ?? '');
        return isNumber ? text.replace(/[$,]/g, '') : text;
      }),
    ),
  );
}

/** Checks that the CSV file of a list has exactly the columns and rows that the page shows. */
export async function expectSameFile(page: Page, list: string): Promise<void> {
  const shownRows = await readTable(page, list);
  const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
  const text = await (await page.request.get(href ?? '')).text();
  expect(parse(text, { bom: true })).toEqual(shownRows);
}
