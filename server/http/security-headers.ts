import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { PageOrigins } from './page-origins.ts';

/** Live Stripe loads its script and frames from its own hosts; the sandbox needs none. */
const STRIPE_SCRIPT = 'https://js.stripe.com';
const STRIPE_FRAMES = ['https://js.stripe.com', 'https://hooks.stripe.com'];
const STRIPE_API = 'https://api.stripe.com';
/** Google's script for its wallet's button, and the frame that the button is. */
const GOOGLE_SCRIPT = 'https://apis.google.com';
const GOOGLE_FRAME = 'https://pay.google.com';

/** A till scans with the camera, the search asks where somebody is; frames of others may do neither. */
const PERMISSIONS = 'camera=(self), geolocation=(self), microphone=()';

interface Options {
  dev?: boolean | undefined;
  /** What a document may load and reach as the settings stand: from these origins, and from no other. */
  findOrigins?: () => Promise<PageOrigins>;
}

/** Helmet with a content policy that runs no inline script. Mantine writes inline styles. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  { dev = false, findOrigins }: Options = {},
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
  });
  const live = config.stripe !== undefined;
  const scripts = [...(live ? [STRIPE_SCRIPT] : []), ...(config.googleWallet ? [GOOGLE_SCRIPT] : [])];
  const frames = [...(live ? STRIPE_FRAMES : []), ...(config.googleWallet ? [GOOGLE_FRAME] : [])];
  // Every document, not the one with a video alone: from any of them the router leads there without a new one.
  const origins = new WeakMap<IncomingMessage, PageOrigins>();
  app.addHook('onRequest', async ({ raw, method, headers }) => {
    if (!findOrigins || method !== 'GET' || !headers.accept?.includes('text/html')) return;
    // A document comes even where the database does not answer.
    const found = await findOrigins().catch(() => null);
    if (found) origins.set(raw, found);
  });
  const withOrigins =
    (kind: keyof PageOrigins, sources: string[], otherwise = '') =>
    (request: IncomingMessage) => {
      const all = [...sources, ...(origins.get(request)?.[kind] ?? [])];
      return all.length > 0 ? all.join(' ') : otherwise;
    };
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Vite writes its reload code into the page; the built site has none (`npm run dev` alone).
        scriptSrc: ["'self'", ...(dev ? ["'unsafe-inline'"] : []), ...scripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: [withOrigins('connect', ["'self'", ...(live ? [STRIPE_API] : [])])],
        frameSrc: [withOrigins('frames', frames, "'none'")],
        mediaSrc: [withOrigins('media', ["'self'"])],
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
