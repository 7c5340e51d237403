import { expect, test } from './support/journey.ts';
import { judgeState } from './support/judged-state.ts';
import { PEOPLE, statesOf } from './support/route-states.ts';

/** axe on every state, on a loaded machine. */
const WITH_AXE = 240_000;

for (const person of PEOPLE) {
  test(`[issue 7] axe: the routes as ${person}@example.com finds them`, { tag: '@desktop' }, async ({
    page,
  }) => {
    test.setTimeout(WITH_AXE);
    const answer = await page.request.post('/trpc/accounts.login', {
      data: { email: `${person}@example.com`, password: 'everything-demo' },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    for (const state of statesOf(person)) await judgeState(page, state);
  });
}
