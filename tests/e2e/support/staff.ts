import { expect, type Page } from '@playwright/test';

/** Logs in to the staff console as the demo account 'staff' or 'developer'. */
export async function logInAsStaff(page: Page, name: 'staff' | 'developer' = 'staff'): Promise<void> {
  const data = { email: `${name}@example.com`, password: 'everything-demo' };
  expect((await page.request.post('/trpc/accounts.login', { data })).ok()).toBe(true);
}
