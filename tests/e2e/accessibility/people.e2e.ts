import type { Page } from '@playwright/test';
import type { ProductProcess } from '#tests/helpers/product.ts';
import { checkRouteState } from '../support/check-route-state.ts';
import { expect } from '../support/journey.ts';
import { listStates, PEOPLE } from '../support/route-states/route-states.ts';
import { DEVELOPER_EMAIL, STAFF_EMAIL, signInAsStaff, staffTest as test } from '../support/staff.ts';

/** Long, because axe is slow on a loaded machine. */
const AXE_TIMEOUT_MS = 240_000;

async function signIn(page: Page, app: ProductProcess, email: string): Promise<void> {
  if ([STAFF_EMAIL, DEVELOPER_EMAIL].includes(email)) return signInAsStaff(page, app, email);
  const data = { email, password: 'everything-demo' };
  const response = await page.request.post('/trpc/accounts.login', { data });
  expect(response.ok(), await response.text()).toBe(true);
}

for (const person of PEOPLE) {
  test(`axe finds no violations on the pages of ${person}@example.com`, { tag: '@desktop' }, async ({
    page,
    runningApp,
  }) => {
    test.setTimeout(AXE_TIMEOUT_MS);
    await signIn(page, runningApp, `${person}@example.com`);
    for (const state of listStates(person)) await checkRouteState(page, state);
  });
}
