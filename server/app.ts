import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { registerGateway } from '#gateway/gateway.ts';
import type { Deps } from './deps.ts';
import { AppError } from './errors.ts';
import { registerCors } from './http/cors.ts';
import { registerCsrfGuard } from './http/csrf.ts';
import { registerErrorReplies, replyToMalformedUrl } from './http/errors.ts';
import { registerGracefulClose } from './http/graceful-close.ts';
import { registerHealth } from './http/health.ts';
import { registerMailPage } from './http/mail-page.ts';
import { registerProcedureGuard } from './http/procedure-guard.ts';
import { createRequestContext, registerCallerAddress } from './http/request-context.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { limitStripeTime, REQUEST_MS } from './integrations/stripe/call-scope.ts';
import { sandboxProxy } from './integrations/stripe-sandbox/sandbox-proxy.ts';
import { runInRequestScope } from './monitoring/request-scope.ts';
import { type AppRouter, appRouter } from './router.ts';
import { registerSitemap } from './site/sitemap.ts';
import { registerStaticWeb } from './site/static-web.ts';
import { logError, toAppError } from './trpc.ts';

const WEB_BUILD_DIR = join(import.meta.dirname, '../dist/web');
/** An order for 500 employees with families and addresses needs about half of it. */
const BODY_LIMIT = 512 * 1024;
const MAX_BATCH_SIZE = 20;
/** A phone that uploads a logo of 5 MB at 10 kB a second needs almost nine minutes. */
const REQUEST_TIMEOUT_MS = 600_000;
/** Longer than any response takes to begin. */
const IDLE_TIMEOUT_MS = 75_000;
const MAX_CONNECTIONS = 5_000;

export interface AppOptions {
  /** Receives the Stripe sandbox's browser calls; undefined with live Stripe. */
  sandboxUrl?: string | undefined;
  /** The folder of the built web app, dist/web by default; null for none. */
  webRoot?: string | null | undefined;
  /** Serves the web app from its sources, with hot reload. */
  dev?: boolean | undefined;
  /** How long a connection may transfer nothing, while a request is sent or answered. */
  idleTimeoutMs?: number | undefined;
  /** Until it returns true, `/readyz` reports that the server is starting. */
  isStarted?: () => boolean;
}

/** Builds the server. It does not listen and does not read the environment. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    trustProxy: deps.config.trustProxy,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 2_000 },
    forceCloseConnections: 'idle',
    frameworkErrors: replyToMalformedUrl,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  // Only JSON is accepted, so that forms on other sites cannot post here.
  app.removeContentTypeParser('text/plain');
  registerErrorReplies(app);
  registerGracefulClose(app);
  // First, so that rejected requests also have an id and a log line.
  registerRequestLog(app);
  registerCallerAddress(app);
  // Later than onRequest: events that read the body do not keep the scopes.
  app.addHook('preHandler', (request, _reply, done) =>
    runInRequestScope({ requestId: request.id }, () => limitStripeTime(REQUEST_MS, done)),
  );
  await registerSecurityHeaders(app, deps.config);
  await app.register(cookie, { secret: [...deps.identitySecrets] });
  // Before the guard, so that other sites can read its error.
  await registerCors(app, deps.config);
  registerCsrfGuard(app, deps);
  registerHealth(app, deps, options.isStarted);
  const trpc: FastifyTRPCPluginOptions<AppRouter> = {
    prefix: '/trpc',
    trpcOptions: {
      router: appRouter,
      maxBatchSize: MAX_BATCH_SIZE,
      createContext: ({ req, res }) => createRequestContext(deps, req, res, 'web'),
      // Procedures log their own faults; this is for errors before them.
      onError: ({ error, req, path }) => {
        if (!(error.cause instanceof AppError)) logError(req.log, toAppError(error), { path });
      },
      responseMeta: ({ errors }) => {
        const retryAfterSeconds = errors
          .map((error) => toAppError(error).retryAfterSeconds)
          .find((seconds) => seconds);
        const headers: Record<string, string> = { 'cache-control': 'no-store' };
        if (retryAfterSeconds) headers['retry-after'] = String(retryAfterSeconds);
        return { headers };
      },
    },
  };
  registerProcedureGuard(app);
  await app.register(fastifyTRPCPlugin, trpc);
  await registerGateway(app, deps);
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

/** Logs one line per request, without the query string: it may hold a key. */
function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?')[0];
    request.log[chooseLogLevel(reply.statusCode)](
      { method: request.method, path, status: reply.statusCode, ms: reply.elapsedTime },
      'request',
    );
  });
}

/** 503 is expected during start and shutdown; an underlying error has its own log line. */
function chooseLogLevel(status: number): 'error' | 'warn' | 'debug' {
  if (status === 503) return 'warn';
  return status >= 500 ? 'error' : 'debug';
}
