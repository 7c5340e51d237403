import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** Live Stripe loads its script and frames from its own hosts; the sandbox needs none. */
const STRIPE_SCRIPT = 'https://js.stripe.com';
const STRIPE_FRAMES = ['https://js.stripe.com', 'https://hooks.stripe.com'];
const STRIPE_API = 'https://api.stripe.com';

/** Helmet with a content policy that runs no inline script. Mantine writes inline styles. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  { dev = false }: { dev?: boolean | undefined } = {},
): Promise<void> {
  const live = config.stripe !== undefined;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Vite writes its reload code into the page; the built site has none (`npm run dev` alone).
        scriptSrc: ["'self'", ...(dev ? ["'unsafe-inline'"] : []), ...(live ? [STRIPE_SCRIPT] : [])],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(live ? [STRIPE_API] : [])],
        frameSrc: live ? STRIPE_FRAMES : ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        baseUri: ["'self'"],
        objectSrc: ["'none'"],
      },
    },
    hsts: config.production,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
