import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createYoga } from 'graphql-yoga';
import type { Deps } from '#server/deps.ts';
import { AppError, errorSentence } from '#server/errors.ts';
import { assertConfirmedChange } from '#server/http/csrf.ts';
import { toRequestError } from '#server/http/errors.ts';
import { createRequestContext } from '#server/http/request-context.ts';
import { createCaller } from '../caller.ts';
import { errorExtensions } from '../errors.ts';
import type { GraphQLCall } from './call.ts';
import { limitsPlugin } from './limits.ts';
import { OPERATIONS } from './operations.ts';
import { redactValuesPlugin } from './redact-values.ts';
import { createContractSchema } from './schema.ts';
import { variableTypesPlugin } from './variable-types.ts';

const GRAPHQL_PATH = '/graphql';
const JSON_TYPE = 'application/json';
const GRAPHQL_JSON_TYPE = 'application/graphql-response+json';

function createGraphQL(deps: Deps) {
  const schema = createContractSchema(OPERATIONS);
  return createYoga<GraphQLCall>({
    schema,
    plugins: [
      limitsPlugin({ introspection: !deps.config.production }),
      variableTypesPlugin(schema),
      redactValuesPlugin(),
    ],
    graphqlEndpoint: GRAPHQL_PATH,
    graphiql: false,
    landingPage: false,
    // Disable Yoga's own CORS, uploads, and batching; Fastify enforces headers, body types, and size limits.
    cors: false,
    multipart: false,
    batching: false,
    maskedErrors: { errorMessage: errorSentence('UNEXPECTED'), isDev: false },
    logging: {
      debug: () => {},
      info: () => {},
      warn: (...parts) => deps.log.warn({ parts }, 'graphql'),
      error: (...parts) => deps.log.error({ err: parts[0] }, 'unexpected'),
    },
  });
}

/** The `variables` and `extensions` of a GET must be valid JSON, or Yoga reports an internal error. */
function assertJsonParameters(request: FastifyRequest): void {
  for (const [name, value] of new URL(request.url, 'http://gateway').searchParams) {
    if (name !== 'variables' && name !== 'extensions') continue;
    try {
      if (value) JSON.parse(value);
    } catch {
      throw new AppError('INVALID_INPUT', { message: 'The request could not be read' });
    }
  }
}

function toFetchArguments(request: FastifyRequest): [url: string, init: RequestInit] {
  const { search } = new URL(request.url, 'http://gateway');
  const accept = request.headers.accept?.includes(GRAPHQL_JSON_TYPE) ? GRAPHQL_JSON_TYPE : JSON_TYPE;
  if (request.method !== 'POST') {
    assertJsonParameters(request);
    return [`http://gateway${GRAPHQL_PATH}${search}`, { method: request.method, headers: { accept } }];
  }
  const headers = { accept, 'content-type': JSON_TYPE };
  const body = typeof request.body === 'string' ? request.body : 'null';
  return [`http://gateway${GRAPHQL_PATH}`, { method: 'POST', headers, body }];
}

/** Validates the JSON body but passes it on as text, because Yoga parses the body itself. */
function parseJsonAsText(scope: FastifyInstance): void {
  const validateJson = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser(JSON_TYPE);
  scope.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (request, body, done) => {
    void validateJson(request, String(body), (error) => done(error, body));
  });
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const appError = toRequestError(error, request);
  if (appError.retryAfterSeconds) reply.header('retry-after', appError.retryAfterSeconds);
  const extensions = errorExtensions(appError, request.id);
  // During a database outage, the session can't be read. GraphQL clients expect status 200 with an error
  // (D62).
  const status = appError.code === 'UNAVAILABLE' ? 200 : appError.status;
  return reply.status(status).send({ errors: [{ message: appError.message, extensions }] });
}

/** Serves the back office's GraphQL contract with the same procedures as the web app. */
export async function registerGraphQL(app: FastifyInstance, deps: Deps): Promise<void> {
  const yoga = createGraphQL(deps);
  await app.register(async (scope) => {
    parseJsonAsText(scope);
    scope.route({
      method: ['GET', 'POST'],
      url: GRAPHQL_PATH,
      // A POST may be a query, so the CSRF check runs only when a mutation is called.
      config: { csrfByOperation: true },
      errorHandler: sendError,
      handler: async (request, reply) => {
        const context = await createRequestContext(deps, request, reply, 'legacy');
        const response = await yoga.fetch(...toFetchArguments(request), {
          context,
          caller: createCaller(context),
          assertCsrf: () => assertConfirmedChange(deps, request),
        });
        reply.status(response.status).header('cache-control', 'no-store');
        for (const [name, value] of response.headers) reply.header(name, value);
        return reply.send(await response.text());
      },
    });
  });
}
