import { checkRouteState } from '../support/check-route-state.ts';
import { expect, test } from '../support/journey.ts';
import { listStates, PEOPLE } from '../support/route-states.ts';

/** axe is slow on a loaded machine. */
const AXE_TIMEOUT_MS = 240_000;

for (const person of PEOPLE) {
  test(`axe finds no violations on the pages of ${person}@example.com`, { tag: '@desktop' }, async ({
    page,
  }) => {
    test.setTimeout(AXE_TIMEOUT_MS);
    const response = await page.request.post('/trpc/accounts.login', {
      data: { email: `${person}@example.com`, password: 'everything-demo' },
    });
    expect(response.ok(), await response.text()).toBe(true);
    for (const state of listStates(person)) await checkRouteState(page, state);
  });
}
