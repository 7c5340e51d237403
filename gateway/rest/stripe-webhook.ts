import type { FastifyInstance, FastifyRequest } from 'fastify';
import { receiveStripeEvent } from '#server/domains/payments/events/stripe-event.service.ts';
import type { Deps } from '#server/platform/deps.ts';

/** POST /api/stripe/webhook. Stripe signs the raw bytes, so this plugin doesn't parse the body. */
export async function registerStripeWebhook(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // Genuine events are never refused, so those with a signature are counted once it turns out to be wrong.
    const requestWeight = ({ headers }: FastifyRequest) => (headers['stripe-signature'] ? 0 : 1);
    scope.post('/api/stripe/webhook', { config: { requestWeight } }, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const isGenuine =
        typeof signature === 'string' &&
        (await receiveStripeEvent(deps, body, signature, deps.webhookSecret));
      if (!isGenuine && signature) await reply.takeFromLimit();
      if (!isGenuine) return reply.status(400).send({ error: 'The signature is not valid' });
      return { received: true };
    });
  });
}
