import { createRoutesFromElements, type RouteObject } from 'react-router';
import { describe, expect, test } from 'vitest';
import { findPage } from '#server/app/site/page-lookup.ts';
import { ROUTE_STATES } from '#tests/e2e/support/route-states/route-states.ts';
import { AppRoutes } from '#web/routes.tsx';

/** Lists the router's full paths. */
function listPaths(routes: RouteObject[], parent = ''): string[] {
  return routes.flatMap(({ path, children }) => {
    const fullPath = path === undefined || path.startsWith('/') || path === '*' ? path : `${parent}/${path}`;
    return [...(fullPath === undefined ? [] : [fullPath]), ...listPaths(children ?? [], fullPath ?? parent)];
  });
}

const routes = listPaths(createRoutesFromElements(AppRoutes().props.children));

describe('the states of every route that axe checks', () => {
  test('include every route of the router', () => {
    expect(routes.length).toBeGreaterThan(30);
    expect(Object.keys(ROUTE_STATES).sort()).toEqual([...routes].sort());
  });

  test.each(Object.entries(ROUTE_STATES))('match the path of %s', (route, states) => {
    expect(states.length).toBeGreaterThan(0);
    const pattern = route
      .replace('/:id?', '(/[^/]+)?')
      .replace('/:id', '/[^/]+')
      .replace('/*', '(/.*)?')
      .replace(/^\*$/, '/nothing/here');
    for (const { path } of states) {
      const { pathname } = new URL(path, 'http://localhost');
      expect(pathname).toMatch(new RegExp(`^${pattern}$`));
      expect(findPage(pathname) !== null).toBe(route !== '*');
    }
  });
});
