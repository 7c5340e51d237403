import {
  type AnyTRPCRouter,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  TRPCError,
  transformTRPCResponse,
} from '@trpc/server';
import { type FastifyHandlerOptions, fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import { getHTTPStatusCode } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import type { Context } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { type ErrorData, logError, toAppError, toTrpcCode } from '../../platform/trpc.ts';
import { parseJsonBodies } from './bodies.ts';
import { assertConfirmedChange, SAFE_METHODS } from './csrf.ts';
import { toRequestError } from './errors.ts';
import {
  acceptsMethod,
  countCalls,
  isSecretReadRequest,
  MAX_BATCH_SIZE,
  type ProcedureCall,
  type ProcedureRequest,
  procedureParams,
  readProcedureRequest,
} from './procedure-request.ts';
import { createRequestContext } from './request-context.ts';
import { isSecretRead } from './secret-reads.shared.ts';

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Refuses procedure calls that tRPC's adapter would handle unsafely or with a 500. */
export function registerProcedureGuard(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    // The adapter also accepts multipart bodies of any size, which forms on other sites can send (D47).
    const type = request.headers['content-type'];
    if (type !== undefined && !JSON_TYPE.test(type)) {
      return done(new AppError('INVALID_INPUT', { message: 'Please send JSON' }));
    }
    try {
      // The adapter decodes the path again, and a stray % would cause a 500.
      decodeURIComponent(procedureParams.parse(request.params).path);
    } catch {
      return done(new AppError('NOT_FOUND'));
    }
    done();
  });
}

/**
 * Serves the procedures at `/trpc` with tRPC's protocol. tRPC's adapter builds a web request, an abort error,
 * and a web stream per call, which cost more than a simple query. So it handles only requests that our web
 * app doesn't send.
 */
export async function registerProcedures(
  app: FastifyInstance,
  deps: Deps,
  router: AnyTRPCRouter,
): Promise<void> {
  const adapterOptions = createAdapterOptions(deps, router);
  await app.register(async (scope) => {
    registerProcedureGuard(scope);
    scope.addHook('onRequest', async (request) => {
      const isRead = SAFE_METHODS.has(request.method) || isSecretReadRequest(request);
      if (!isRead) await assertConfirmedChange(deps, request);
    });
    // Each procedure parses the body itself, after its rate limit.
    parseJsonBodies(scope, (_request, body, done) => done(null, body));
    const options = {
      config: { csrfByOperation: true, requestWeight: countCalls },
      errorHandler: sendRefusal,
    };
    scope.all('/trpc/:path', options, async (request, reply) => {
      const procedureRequest = readProcedureRequest(request, router);
      if (procedureRequest) return runProcedures(deps, router, procedureRequest, request, reply);
      const { path } = procedureParams.parse(request.params);
      await fastifyRequestHandler({ ...adapterOptions, req: request, res: reply, path });
      return reply;
    });
  });
}

/** Sends a refusal of the general limit as tRPC's clients expect it, also for a batch. */
function sendRefusal(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof AppError) || !error.retryAfterSeconds) throw error;
  const { code, message, status, retryAfterSeconds } = toRequestError(error, request);
  const data: ErrorData & { httpStatus: number } = { code, requestId: request.id, httpStatus: status };
  const shape = { code: TRPC_ERROR_CODES_BY_KEY[toTrpcCode(status)], message, data };
  return reply
    .status(status)
    .headers({ 'retry-after': retryAfterSeconds, 'cache-control': 'no-store' })
    .send({ error: shape });
}

type AdapterOptions = FastifyHandlerOptions<AnyTRPCRouter, FastifyRequest, FastifyReply>;

/** Options for tRPC's Fastify adapter: our batch limit, request context, error log, and headers. */
export function createAdapterOptions(deps: Deps, router: AnyTRPCRouter): AdapterOptions {
  return {
    router,
    maxBatchSize: MAX_BATCH_SIZE,
    createContext: ({ req, res, info }) => {
      if (req.method === 'GET' && info.calls.some(({ path }) => isSecretRead(path))) {
        throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED' });
      }
      return createRequestContext(deps, req, res, 'web');
    },
    onError: ({ error, req, path }) => logProcedureError(req, error, path),
    responseMeta: ({ errors }) => ({ headers: createHeaders(errors) }),
  };
}

/** Procedures log their own errors. This logs errors from before a procedure runs. */
function logProcedureError(request: FastifyRequest, error: TRPCError, path: string | undefined): void {
  if (!(error.cause instanceof AppError)) logError(request.log, toAppError(error), { path });
}

function createHeaders(errors: readonly TRPCError[]): Record<string, string> {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  const retryAfterSeconds = errors
    .map((error) => toAppError(error).retryAfterSeconds)
    .find((seconds) => seconds);
  if (retryAfterSeconds) headers['retry-after'] = String(retryAfterSeconds);
  return headers;
}

/** The caller's context, or the error from creating it, which a call reports only if its procedure exists. */
type Caller = { context: Context } | { context: undefined; failure: unknown };

async function runProcedures(
  deps: Deps,
  router: AnyTRPCRouter,
  { isBatch, kind, calls }: ProcedureRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await createRequestContext(deps, request, reply, 'web').then(
    (context): Caller => ({ context }),
    (failure: unknown): Caller => ({ context: undefined, failure }),
  );
  const { _config: config } = router._def;
  const runCall = async ({ procedure, path, readInput }: ProcedureCall, batchIndex: number) => {
    try {
      if (!procedure) throw new TRPCError({ code: 'NOT_FOUND' });
      if (!acceptsMethod(path, procedure, request.method))
        throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED' });
      if (!caller.context) throw caller.failure;
      const data: unknown = await procedure({
        path,
        getRawInput: readInput,
        ctx: caller.context,
        type: kind,
        signal: request.signal,
        batchIndex,
      });
      return { response: { result: { data } } };
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause);
      logProcedureError(request, error, path);
      const { context: ctx } = caller;
      const shape = getTRPCErrorShape({ config, error, type: kind, path, input: undefined, ctx });
      return { error, response: { error: shape } };
    }
  };
  const outcomes = await Promise.all(calls.map(runCall));
  const errors = outcomes.flatMap(({ error }) => error ?? []);
  const responses = outcomes.map(({ response }) => response);
  const [response] = isBatch ? [responses] : responses;
  const body = JSON.stringify(transformTRPCResponse(config, response));
  return (
    reply
      .status(getHTTPStatusCode(responses))
      .headers({ ...createHeaders(errors), 'content-type': 'application/json', vary: 'trpc-accept, accept' })
      // Without a serializer, Fastify would add a charset.
      .serializer(() => body)
      .send(body)
  );
}
