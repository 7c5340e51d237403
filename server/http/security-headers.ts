import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { PageOrigins } from './page-origins.ts';

const STRIPE_SCRIPT = 'https://js.stripe.com';
const STRIPE_FRAMES = ['https://js.stripe.com', 'https://hooks.stripe.com'];
const STRIPE_API = 'https://api.stripe.com';
const GOOGLE_SCRIPT = 'https://apis.google.com';
const GOOGLE_FRAME = 'https://pay.google.com';

/** The camera scans cards and the search uses the location; third-party frames may use neither. */
const PERMISSIONS = 'camera=(self), geolocation=(self), microphone=()';

interface Options {
  dev?: boolean | undefined;
  /** Finds the additional origins that the settings allow. */
  findOrigins?: () => Promise<PageOrigins>;
}

/** Forbids inline scripts but not inline styles, which Mantine needs. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  { dev = false, findOrigins }: Options = {},
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
  });
  const isLiveStripe = config.stripe !== undefined;
  const scripts = [...(isLiveStripe ? [STRIPE_SCRIPT] : []), ...(config.googleWallet ? [GOOGLE_SCRIPT] : [])];
  const frames = [...(isLiveStripe ? STRIPE_FRAMES : []), ...(config.googleWallet ? [GOOGLE_FRAME] : [])];
  // Every document gets the origins: the client-side router opens the video page without loading a new document.
  const origins = new WeakMap<IncomingMessage, PageOrigins>();
  app.addHook('onRequest', async ({ raw, method, headers }) => {
    if (!findOrigins || method !== 'GET' || !headers.accept?.includes('text/html')) return;
    // If the database is down, still serve the document.
    const pageOrigins = await findOrigins().catch(() => null);
    if (pageOrigins) origins.set(raw, pageOrigins);
  });
  const withOrigins =
    (kind: keyof PageOrigins, sources: string[], fallback = '') =>
    (request: IncomingMessage) => {
      const allSources = [...sources, ...(origins.get(request)?.[kind] ?? [])];
      return allSources.length > 0 ? allSources.join(' ') : fallback;
    };
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // In development Vite adds its reload code inline.
        scriptSrc: ["'self'", ...(dev ? ["'unsafe-inline'"] : []), ...scripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: [withOrigins('connect', ["'self'", ...(isLiveStripe ? [STRIPE_API] : [])])],
        frameSrc: [withOrigins('frames', frames, "'none'")],
        mediaSrc: [withOrigins('media', ["'self'"])],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    hsts: config.production,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
