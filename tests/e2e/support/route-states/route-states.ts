import { isLongRun } from '#tests/helpers/long-run.ts';
import { ACCOUNT_STATES } from './account-states.ts';
import { LINK_STATES } from './link-states.ts';
import { PUBLIC_STATES } from './public-states.ts';
import { heading, type RouteState, signedInState, visitorState } from './route-state.ts';

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

const ALL_STATES = Object.values(ROUTE_STATES).flat();

/** For each route, the first state of someone with an account, or else a visitor's first one. */
const ONE_STATE_PER_ROUTE = Object.values(ROUTE_STATES).flatMap(
  (states) => states.find(({ as }) => as !== 'visitor') ?? states[0] ?? [],
);

const CHECKED_STATES = isLongRun ? ALL_STATES : ONE_STATE_PER_ROUTE;

/** The states that this run checks, by person, in the order of the routes. */
export const STATES_BY_PERSON = Map.groupBy(CHECKED_STATES, ({ as }) => as);
