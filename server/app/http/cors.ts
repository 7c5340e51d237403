import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';

/** Other sites may call the gateway but not the web app's procedures. */
const SHARED_PATHS = /^\/(graphql|api)([/?]|$)/;
const PREFLIGHT_SECONDS = 600;

/** Lets the sites in CORS_ORIGINS call the gateway with credentials (D48). */
export async function registerCors(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(cors, {
    delegator: async ({ url, headers: { origin } }: FastifyRequest) => ({
      origin: origin && config.corsOrigins.includes(origin) && SHARED_PATHS.test(url) ? origin : false,
      credentials: true,
      methods: ['GET', 'POST'],
      allowedHeaders: ['content-type', 'authorization', 'x-csrf-token'],
      exposedHeaders: ['retry-after', 'x-request-id'],
      maxAge: PREFLIGHT_SECONDS,
    }),
  });
}
