import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Config } from '../platform/config/config.ts';
import type { Deps } from '../platform/deps.ts';
import { limitStripeTime, MAX_STRIPE_MS_PER_REQUEST } from '../platform/integrations/stripe/call-scope.ts';
import { runInRequestScope } from '../platform/monitoring/request-scope.ts';
import type { Span } from '../platform/monitoring/span.ts';
import { startTrace } from '../platform/monitoring/tracing.ts';
import { sandboxProxy } from '../sandbox/sandbox-proxy.ts';
import { parseJsonBodies, registerBodyTimeout, registerUnreadBodies } from './http/bodies.ts';
import { registerCsrfGuard } from './http/csrf.ts';
import { createMalformedUrlReply, registerErrorReplies } from './http/errors.ts';
import { registerGracefulClose, registerHealth, type ServerPhase } from './http/health.ts';
import { registerMailPage } from './http/mail-page.ts';
import { registerMethods } from './http/methods.ts';
import { registerMetrics } from './http/metrics.ts';
import { registerProcedures } from './http/procedures.ts';
import { registerRehearsal } from './http/rehearsal.ts';
import { registerCallerAddress } from './http/request-context.ts';
import { limitConnections, registerRequestLimit } from './http/request-limit.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { registerTimeShares } from './http/time-shares.ts';
import { appRouter } from './router.ts';
import { registerSitemap } from './site/sitemap.ts';
import { registerStaticWeb } from './site/static-web.ts';

const WEB_BUILD_DIR = join(import.meta.dirname, '../../dist/web');
/** About twice the size of an order for 500 employees with families and addresses. */
const BODY_LIMIT_BYTES = 512 * 1024;
/** A phone that uploads a 5 MB logo at 10 kB/s needs almost nine minutes. */
const REQUEST_TIMEOUT_MS = 600_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** For a body that isn't an upload. */
const BODY_TIMEOUT_MS = 30_000;
/** Longer than any response takes to start. */
const IDLE_TIMEOUT_MS = 75_000;
const MAX_CONNECTIONS = 5_000;
/** More than a hundred browsers open, which keep six each. */
const MAX_CONNECTIONS_PER_ADDRESS = 1_000;

/** Other sites may call the gateway but not the web app's procedures. */
const SHARED_PATHS = /^\/(graphql|api)([/?]|$)/;
const PREFLIGHT_SECONDS = 600;

export interface AppOptions {
  /** Adds the APIs of other clients: GraphQL and plain HTTP. */
  registerGateway?: ((app: FastifyInstance, deps: Deps) => Promise<void>) | undefined;
  /** Where to forward the browser's calls to the Stripe sandbox. Undefined with live Stripe. */
  sandboxUrl?: string | undefined;
  /** The folder of the built web app (dist/web by default), or null to serve no web app. */
  webRoot?: string | null | undefined;
  /** Serves the web app from its sources, with hot reload. */
  dev?: boolean | undefined;
  /** Closes a connection that transfers nothing for this long during a request. */
  idleTimeoutMs?: number | undefined;
  /** Ends a request whose body, unless it is an upload, takes longer than this. */
  bodyTimeoutMs?: number | undefined;
  /** How many connections one IP address may have, if no proxy is trusted. */
  connectionsPerAddress?: number | undefined;
  /** How long a refusal waits that repeats an earlier one. */
  refusalDelayMs?: number | undefined;
  /** Serves only the health and metrics endpoints, for a process that serves no visitors. */
  isHealthOnly?: boolean;
  /** Defaults to 'running'. */
  readPhase?: (() => ServerPhase) | undefined;
}

/** Builds the server without listening. Doesn't read environment variables. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { readPhase = () => 'running' } = options;
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
    connectionTimeout: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    trustProxy: deps.config.trustProxy,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    // Our logger adds the request id itself, even where Fastify's logger for the request isn't available.
    childLoggerFactory: (logger) => logger,
    routerOptions: { maxParamLength: 2_000 },
    forceCloseConnections: 'idle',
    frameworkErrors: createMalformedUrlReply(deps.config),
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  // Reject text/plain, which browsers let forms on other sites post without a CORS check.
  app.removeContentTypeParser('text/plain');
  parseJsonBodies(app, app.getDefaultJsonParser('error', 'error'));
  registerErrorReplies(app);
  registerUnreadBodies(app);
  registerBodyTimeout(app, options.bodyTimeoutMs ?? BODY_TIMEOUT_MS);
  // Behind a proxy, the address of a connection is the proxy's.
  if (deps.config.trustProxy.length === 0)
    limitConnections(app.server, options.connectionsPerAddress ?? MAX_CONNECTIONS_PER_ADDRESS);
  registerGracefulClose(app, readPhase);
  // Register first, so that rejected requests also get an id and a log line.
  registerRequestLog(app);
  registerCallerAddress(app);
  // Use preHandler, because Fastify loses the async context of earlier hooks while it parses the body.
  app.addHook('preHandler', (request, reply, done) => {
    const scope = { requestId: request.id, span: startRequestTrace(request, reply) };
    runInRequestScope(scope, () => limitStripeTime(MAX_STRIPE_MS_PER_REQUEST, done));
  });
  registerSecurityHeaders(app, deps.config);
  registerRehearsal(app, deps.config);
  await app.register(cookie, { secret: [...deps.identitySecrets] });
  // Must precede the CSRF guard, so that pages on allowed origins can read the guard's error.
  await registerCors(app, deps.config);
  registerRequestLimit(app, deps, options);
  if (!options.dev) registerTimeShares(app);
  registerMethods(app);
  registerCsrfGuard(app, deps);
  registerHealth(app, deps, readPhase);
  registerMetrics(app, deps);
  if (options.isHealthOnly) return app;
  await registerProcedures(app, deps, appRouter);
  await options.registerGateway?.(app, deps);
  if (!deps.config.production) await registerMailPage(app, deps);
  if (options.sandboxUrl) await app.register(sandboxProxy, { sandboxUrl: options.sandboxUrl });
  registerSitemap(app, deps);
  await registerWeb(app, deps, options);
  return app;
}

async function registerWeb(app: FastifyInstance, deps: Deps, options: AppOptions): Promise<void> {
  const { dev, webRoot = WEB_BUILD_DIR } = options;
  if (dev) {
    // Only load Vite in development.
    const { registerViteDev } = await import('./site/vite-dev.ts');
    return registerViteDev(app, deps);
  }
  if (webRoot) await registerStaticWeb(app, deps, webRoot);
}

/**
 * Starts the request's trace if tracing is on. Its name is the route's pattern, because a path may contain a
 * key.
 */
function startRequestTrace(request: FastifyRequest, reply: FastifyReply): Span | undefined {
  const name = `${request.method} ${request.routeOptions.url ?? 'page'}`;
  const span = startTrace(name, { requestId: request.id }, { startedAt: Date.now() - reply.elapsedTime });
  if (span) reply.raw.once('close', () => span.end({ attributes: { status: reply.statusCode } }));
  return span;
}

/** Logs one line per request, without the query string, because it may contain a key. */
function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?')[0];
    request.log[chooseLogLevel(reply.statusCode)](
      {
        requestId: request.id,
        method: request.method,
        path,
        status: reply.statusCode,
        ms: reply.elapsedTime,
      },
      'request',
    );
    done();
  });
}

/** Returns 'debug' for a 503, because its cause has its own log line or is part of an outage. */
function chooseLogLevel(status: number): 'error' | 'debug' {
  return status >= 500 && status !== 503 ? 'error' : 'debug';
}

/** Lets the sites in CORS_ORIGINS call the gateway with credentials (D48). */
async function registerCors(app: FastifyInstance, config: Config): Promise<void> {
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
