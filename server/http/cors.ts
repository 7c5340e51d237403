import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/** What another site may call: the gateway, never the web app's own procedures. */
const SHARED_PATHS = /^\/(graphql|api)([/?]|$)/;
const PREFLIGHT_SECONDS = 600;

/** Lets the sites of CORS_ORIGINS, and no other, call the gateway with credentials (DESIGN D48). */
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
