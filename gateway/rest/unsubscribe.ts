import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changeSubscription } from '#server/domains/content/messages/newsletter-subscription.service.ts';
import { errorSentence } from '#server/lib/errors.ts';
import { paths } from '#server/lib/pages.shared.ts';
import type { Deps } from '#server/platform/deps.ts';
import { WITHOUT_CSRF } from './call.ts';

const unsubscribeQuery = z.object({
  token: z.string({ error: errorSentence('UNSUBSCRIBE_LINK_INVALID') }).max(2_000),
});

/**
 * POST /api/unsubscribe: one-click unsubscribe from an email client (RFC 8058). The request has no session,
 * and its body is ignored. A GET only redirects to the page, because link scanners must not unsubscribe
 * anyone.
 */
export async function registerUnsubscribe(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, null));
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    });
    scope.post('/api/unsubscribe', WITHOUT_CSRF, async (request) => {
      const { token } = unsubscribeQuery.parse(request.query);
      await changeSubscription(deps, { token, isSubscribed: false });
      return { status: 'unsubscribed' };
    });
    scope.get('/api/unsubscribe', async (request, reply) => {
      const { token } = unsubscribeQuery.parse(request.query);
      return reply.redirect(`${paths.unsubscribe()}#${new URLSearchParams({ token })}`);
    });
  });
}
