import { ACCOUNT_STATES } from './account-states.ts';
import { LINK_STATES } from './link-states.ts';
import { PUBLIC_STATES } from './public-states.ts';
import { heading, type Person, type RouteState, signedInState, visitorState } from './route-state.ts';

/** Every route of web/routes.tsx with the states that axe checks. */
export const ROUTE_STATES: Record<string, readonly RouteState[]> = {
  ...PUBLIC_STATES,
  ...ACCOUNT_STATES,
  ...LINK_STATES,
  '/staff/*': [
    visitorState('/staff', heading('Login to continue')),
    signedInState('member', '/staff', heading('Page not found')),
    signedInState('staff', '/staff', heading('Overview')),
  ],
  '*': [visitorState('/nothing/here', heading('Page not found'))],
};

/** Lists the states for one person, in the order of the routes. */
export function listStates(person: Person): RouteState[] {
  return Object.values(ROUTE_STATES)
    .flat()
    .filter(({ as }) => as === person);
}

/** Every person with an account in the table. */
export const PEOPLE = [
  ...new Set(
    Object.values(ROUTE_STATES)
      .flat()
      .map(({ as }) => as),
  ),
].filter((person) => person !== 'visitor');
