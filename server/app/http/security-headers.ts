import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../../platform/config/config.ts';
import type { PageOrigins } from './page-origins.ts';

const STRIPE_SCRIPT = 'https://js.stripe.com';
const STRIPE_FRAMES = ['https://js.stripe.com', 'https://hooks.stripe.com'];
const STRIPE_API = 'https://api.stripe.com';
const GOOGLE_SCRIPT = 'https://apis.google.com';
const GOOGLE_FRAME = 'https://pay.google.com';

/** The camera scans cards and the search uses the location; third-party frames may use neither. */
const PERMISSIONS = 'camera=(self), geolocation=(self), microphone=()';

const NO_ORIGINS: PageOrigins = { frames: [], media: [], connect: [] };

interface PolicyOptions {
  /** In development Vite adds its reload code inline. */
  dev?: boolean | undefined;
  /** The additional origins that the settings allow. */
  origins?: PageOrigins;
}

/** Forbids inline scripts but not inline styles, which Mantine needs. */
export function contentSecurityPolicy(
  config: Config,
  { dev = false, origins = NO_ORIGINS }: PolicyOptions = {},
): string {
  const isLiveStripe = config.stripe !== undefined;
  const hasGoogleWallet = config.googleWallet !== undefined;
  const frames = [
    ...(isLiveStripe ? STRIPE_FRAMES : []),
    ...(hasGoogleWallet ? [GOOGLE_FRAME] : []),
    ...origins.frames,
  ];
  const directives = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      ...(dev ? ["'unsafe-inline'"] : []),
      ...(isLiveStripe ? [STRIPE_SCRIPT] : []),
      ...(hasGoogleWallet ? [GOOGLE_SCRIPT] : []),
    ],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(isLiveStripe ? [STRIPE_API] : []), ...origins.connect],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'media-src': ["'self'", ...origins.media],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');
}

/** Helmet sets the same headers on every response, so this runs it only once. */
function createHelmetHeaders(config: Config) {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    hsts: config.production,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  setHeaders(response.req, response, () => {});
  return response.getHeaders();
}

export function createSecurityHeaders(config: Config) {
  return {
    ...createHelmetHeaders(config),
    'permissions-policy': PERMISSIONS,
    'content-security-policy': contentSecurityPolicy(config),
  };
}

/**
 * Sets the security headers of every response. The web app's pages replace the content security policy with
 * one that also allows the origins in the settings.
 */
export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = createSecurityHeaders(config);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
