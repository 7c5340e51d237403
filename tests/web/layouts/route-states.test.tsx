import { createRoutesFromElements, type RouteObject } from 'react-router';
import { describe, expect, test } from 'vitest';
import { isPagePath } from '#server/site/page-paths.ts';
import { ROUTE_STATES } from '#tests/e2e/support/route-states.ts';
import { AppRoutes } from '#web/routes.tsx';

/** The paths of the router, those of nested routes whole. */
function pathsOf(routes: RouteObject[], parent = ''): string[] {
  return routes.flatMap(({ path, children }) => {
    const whole = path === undefined || path.startsWith('/') || path === '*' ? path : `${parent}/${path}`;
    return [...(whole === undefined ? [] : [whole]), ...pathsOf(children ?? [], whole ?? parent)];
  });
}

const routes = pathsOf(createRoutesFromElements(AppRoutes().props.children));

describe('[issue 7] axe on every route', () => {
  test('the table of states that axe judges has every route of the router, and no other', () => {
    expect(routes.length).toBeGreaterThan(30);
    expect(Object.keys(ROUTE_STATES).sort()).toEqual([...routes].sort());
  });

  test.each(Object.entries(ROUTE_STATES))('%s: its states are at its own address', (route, states) => {
    expect(states.length).toBeGreaterThan(0);
    const pattern = route
      .replace('/:id?', '(/[^/]+)?')
      .replace('/:id', '/[^/]+')
      .replace(/^\*$/, '/nothing/here');
    for (const { path } of states) {
      const { pathname } = new URL(path, 'http://localhost');
      expect(pathname).toMatch(new RegExp(`^${pattern}$`));
      expect(isPagePath(pathname)).toBe(route !== '*');
    }
  });
});
