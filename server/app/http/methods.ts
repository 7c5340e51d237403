import type { FastifyInstance } from 'fastify';
import { AppError } from '../../lib/errors.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * Refuses TRACE and every other method that no route uses (D76). The Allow header names the methods of the
 * routes that are registered later and match the path.
 */
export function registerMethods(app: FastifyInstance): void {
  const routes: Array<{ pattern: RegExp; methods: string[] }> = [];
  app.addHook('onRoute', ({ url, method }) => {
    const methods = [method].flat().filter((name) => METHODS.has(name));
    routes.push({ pattern: toPattern(url), methods });
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (METHODS.has(request.method)) return done();
    const [path = ''] = request.url.split('?', 1);
    const allowed = routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []));
    if (allowed.length > 0) reply.header('allow', [...new Set(allowed)].toSorted().join(', '));
    done(new AppError('METHOD_NOT_ALLOWED'));
  });
}

/** Converts a route's path, such as '/files/:name' or '/*', to an expression that matches its requests. */
function toPattern(url: string): RegExp {
  const parts = url.split(/(:\w+|\*)/).map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replaceAll('.', '\\.');
  });
  return new RegExp(`^${parts.join('')}$`);
}
