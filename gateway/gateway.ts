import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/platform/deps.ts';
import { registerGraphQL } from './graphql/graphql.ts';
import { registerBusinessPictures } from './rest/business-pictures.ts';
import { registerFiles } from './rest/files.ts';
import { registerPassKit } from './rest/passkit.ts';
import { registerRest } from './rest/rest.ts';
import { registerStripeWebhook } from './rest/stripe-webhook.ts';
import { registerUnsubscribe } from './rest/unsubscribe.ts';

export async function registerGateway(app: FastifyInstance, deps: Deps): Promise<void> {
  await registerGraphQL(app, deps);
  await registerRest(app, deps);
  await registerStripeWebhook(app, deps);
  await registerBusinessPictures(app, deps);
  await registerUnsubscribe(app, deps);
  await registerPassKit(app, deps);
  registerFiles(app, deps);
}
