import type { FastifyInstance } from 'fastify';
import { OPERATIONS } from '#gateway/graphql/graphql.ts';
import { appRouter } from '#server/app/router.ts';

/** Routes that dispatch to other rows of the table, or only handle preflight requests. */
const DISPATCH_ROUTES = ['/trpc/:path', '/graphql', '*'];

const ROUTE = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([^)]*)\))?$/;

/** Parses the routes of a Fastify instance from `printRoutes`, as 'GET /path'. */
export function listRoutes(app: FastifyInstance): string[] {
  const branch: string[] = [];
  const routes: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', pathPart, methods] = ROUTE.exec(line) ?? [];
    if (pathPart === undefined) continue;
    const depth = indent.length / 4;
    branch.splice(depth, branch.length, pathPart);
    const path = branch.join('');
    for (const method of methods?.split(', ') ?? []) routes.push(`${method} ${path}`);
  }
  return routes;
}

function getProcedureKind(procedure: unknown): string {
  if (typeof procedure === 'function' && '_def' in procedure) {
    const definition = procedure._def;
    if (typeof definition === 'object' && definition && 'type' in definition) return String(definition.type);
  }
  throw new Error('The router contains something that is not a procedure');
}

/**
 * Lists every entry point, such as 'query catalog.plans', 'graphql GetContract', and 'POST /api/contract'.
 */
export function listEntryPoints(app: FastifyInstance): string[] {
  const procedures = Object.entries(appRouter._def.procedures).map(
    ([path, procedure]) => `${getProcedureKind(procedure)} ${path}`,
  );
  const names = OPERATIONS.map((row) => `graphql ${row.name}`);
  const calls = listRoutes(app).filter((route) => {
    const [method, path = ''] = route.split(' ');
    // Fastify adds a HEAD route to every GET route.
    return method !== 'HEAD' && !DISPATCH_ROUTES.includes(path);
  });
  return [...procedures, ...names, ...calls];
}
