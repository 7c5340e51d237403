import type { Page } from '@playwright/test';
import type { ProductProcess } from '#tests/helpers/product.ts';
import { checkRouteState } from '../support/check-route-state.ts';
import { expect } from '../support/journey.ts';
import type { Person } from '../support/route-states/route-state.ts';
import { STATES_BY_PERSON } from '../support/route-states/route-states.ts';
import { DEVELOPER_EMAIL, STAFF_EMAIL, signInAsStaff, staffTest as test } from '../support/staff.ts';

/** Long, because axe is slow on a loaded machine. */
const AXE_TIMEOUT_MS = 240_000;

async function signIn(page: Page, app: ProductProcess, person: Person): Promise<void> {
  if (person === 'visitor') return;
  const email = `${person}@example.com`;
  if ([STAFF_EMAIL, DEVELOPER_EMAIL].includes(email)) return signInAsStaff(page, app, email);
  const data = { email, password: 'everything-demo' };
  const response = await page.request.post('/trpc/accounts.login', { data });
  expect(response.ok(), await response.text()).toBe(true);
}

for (const [person, states] of STATES_BY_PERSON) {
  test(`axe finds no violations on the pages of a ${person}`, { tag: '@desktop' }, async ({
    page,
    runningApp,
  }) => {
    test.setTimeout(AXE_TIMEOUT_MS);
    await signIn(page, runningApp, person);
    for (const state of states) await checkRouteState(page, state);
  });
}
