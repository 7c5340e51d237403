import type { FastifyInstance } from 'fastify';
import { OPERATIONS } from '#gateway/graphql/operations.ts';
import { appRouter } from '#server/router.ts';

/** Routes behind which other doors of the table lie, or which only answer a browser's preflight. */
const CORRIDORS = ['/trpc/:path', '/graphql', '*'];

const ROUTE = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([^)]*)\))?$/;

/** The routes of a fastify instance as 'GET /path', read from the tree that it prints. */
export function routesOf(app: FastifyInstance): string[] {
  const branch: string[] = [];
  const routes: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part, methods] = ROUTE.exec(line) ?? [];
    if (part === undefined) continue;
    const depth = indent.length / 4;
    branch.splice(depth, branch.length, part);
    const path = branch.join('');
    for (const method of methods?.split(', ') ?? []) routes.push(`${method} ${path}`);
  }
  return routes;
}

function kindOf(procedure: unknown): string {
  if (typeof procedure === 'function' && '_def' in procedure) {
    const definition = procedure._def;
    if (typeof definition === 'object' && definition && 'type' in definition) return String(definition.type);
  }
  throw new Error('The router holds something that is no procedure');
}

/** Every way in: 'query catalog.plans' by tRPC, 'graphql GetContract', 'POST /api/contract'. */
export function doorsOf(app: FastifyInstance): string[] {
  const procedures = Object.entries(appRouter._def.procedures).map(
    ([path, procedure]) => `${kindOf(procedure)} ${path}`,
  );
  const names = OPERATIONS.map((row) => `graphql ${row.name}`);
  const calls = routesOf(app).filter((route) => {
    const [method, path = ''] = route.split(' ');
    // Fastify answers HEAD wherever it answers GET.
    return method !== 'HEAD' && !CORRIDORS.includes(path);
  });
  return [...procedures, ...names, ...calls];
}
