import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createYoga, isAsyncIterable, processRegularResult } from 'graphql-yoga';
import { z } from 'zod';
import { parseJsonBodies } from '#server/app/http/bodies.ts';
import { assertConfirmedChange } from '#server/app/http/csrf.ts';
import { toRequestError } from '#server/app/http/errors.ts';
import { createRequestContext } from '#server/app/http/request-context.ts';
import { AppError, errorSentence } from '#server/lib/errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createCaller } from '../caller.ts';
import { toErrorExtensions } from '../errors.ts';
import type { GraphQLCall } from './call.ts';
import type { Operation } from './define-operation.ts';
import { createDocumentReader, limitsPlugin } from './limits.ts';
import { accountOperations } from './operations/accounts.ts';
import { addressOperations } from './operations/addresses.ts';
import { affiliateOperations } from './operations/affiliates.ts';
import { catalogOperations } from './operations/catalog.ts';
import { checkoutOperations } from './operations/checkout.ts';
import { contentOperations } from './operations/content.ts';
import { membershipOperations } from './operations/memberships.ts';
import { storeOperations } from './operations/stores.ts';
import { viewerOperations } from './operations/viewer.ts';
import { webinarOperations } from './operations/webinar.ts';
import { redactErrors, redactValuesPlugin } from './redact-values.ts';
import { createContractSchema } from './schema.ts';

export const OPERATIONS: readonly Operation[] = [
  ...accountOperations,
  ...addressOperations,
  ...affiliateOperations,
  ...catalogOperations,
  ...checkoutOperations,
  ...contentOperations,
  ...membershipOperations,
  ...storeOperations,
  ...viewerOperations,
  ...webinarOperations,
];

const GRAPHQL_PATH = '/graphql';
const JSON_TYPE = 'application/json';
const GRAPHQL_JSON_TYPE = 'application/graphql-response+json';
/** What each request has taken from the general limit before its document is read. */
const COUNTED_COST = 1;
const GATEWAY_URL = `http://gateway${GRAPHQL_PATH}`;

type ContractSchema = ReturnType<typeof createContractSchema>;

function createGraphQL(deps: Deps, schema: ContractSchema) {
  return createYoga<GraphQLCall>({
    schema,
    plugins: [limitsPlugin({ introspection: !deps.config.production }), redactValuesPlugin()],
    graphqlEndpoint: GRAPHQL_PATH,
    graphiql: false,
    landingPage: false,
    // Disable Yoga's own CORS, uploads, and batching; Fastify enforces headers, body types, and size limits.
    cors: false,
    multipart: false,
    batching: false,
    maxRequestBodySize: false,
    parserAndValidationCache: false,
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

function chooseResponseType(request: FastifyRequest): string {
  return request.headers.accept?.includes(GRAPHQL_JSON_TYPE) ? GRAPHQL_JSON_TYPE : JSON_TYPE;
}

function toFetchArguments(request: FastifyRequest): [url: string, init: RequestInit] {
  const { search } = new URL(request.url, 'http://gateway');
  const accept = chooseResponseType(request);
  if (request.method !== 'POST') {
    assertJsonParameters(request);
    return [`${GATEWAY_URL}${search}`, { method: request.method, headers: { accept } }];
  }
  const headers = { accept, 'content-type': JSON_TYPE };
  const body = request.body instanceof JsonBody ? request.body.text : 'null';
  return [GATEWAY_URL, { method: 'POST', headers, body }];
}

/** Returns the document's text as Yoga reads it. */
function readQuery(request: FastifyRequest): string {
  if (request.method !== 'POST')
    return new URL(request.url, 'http://gateway').searchParams.get('query') ?? '';
  const { data } = z
    .object({ query: z.string() })
    .safeParse(request.body instanceof JsonBody ? request.body.value : undefined);
  return data?.query ?? '';
}

class JsonBody {
  readonly text: string;
  readonly value: unknown;

  constructor(text: string, value: unknown) {
    this.text = text;
    this.value = value;
  }
}

/**
 * Parses JSON bodies and also keeps their text, because Yoga parses it again to report what is wrong with
 * invalid parameters.
 */
function parseJsonWithText(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  parseJsonBodies(scope, (request, text, done) => {
    void parseJson(request, text, (error, value) =>
      done(error, error ? undefined : new JsonBody(text, value)),
    );
  });
}

const parameterRecord = z.record(z.string(), z.unknown()).nullish();
const validParameters = z.strictObject({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: parameterRecord,
  extensions: parameterRecord,
});

/**
 * Responds to calls with Yoga. A call with valid parameters skips the web request and stream that Yoga would
 * create.
 */
function createResponder(deps: Deps, schema: ContractSchema) {
  const yoga = createGraphQL(deps, schema);
  // Yoga reads only the method of this request.
  const postRequest = new yoga.fetchAPI.Request(GATEWAY_URL, { method: 'POST' });
  return async (request: FastifyRequest, call: GraphQLCall): Promise<Response> => {
    const body = request.body instanceof JsonBody ? request.body.value : undefined;
    const { data } = validParameters.safeParse(body);
    if (!data) return yoga.fetch(...toFetchArguments(request), call);
    const { query, operationName, variables, extensions } = data;
    const params = {
      query,
      ...(typeof operationName === 'string' ? { operationName } : {}),
      ...(variables ? { variables } : {}),
      ...(extensions ? { extensions } : {}),
    };
    const result = await yoga.getResultForParams({ params, request: postRequest }, call);
    if (!result || isAsyncIterable(result)) throw new Error('The contract has no subscriptions');
    return processRegularResult(redactErrors(result), yoga.fetchAPI, chooseResponseType(request));
  };
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const appError = toRequestError(error, request);
  if (appError.retryAfterSeconds) reply.header('retry-after', appError.retryAfterSeconds);
  const extensions = toErrorExtensions(appError, request.id);
  // During a database outage, the session can't be read. GraphQL clients expect status 200 with an error
  // (D62).
  const status = appError.code === 'UNAVAILABLE' ? 200 : appError.status;
  return reply.status(status).send({ errors: [{ message: appError.message, extensions }] });
}

/** Serves the back office's GraphQL contract with the same procedures as the web app. */
export async function registerGraphQL(app: FastifyInstance, deps: Deps): Promise<void> {
  const schema = createContractSchema(OPERATIONS);
  const respond = createResponder(deps, schema);
  const readDocument = createDocumentReader(schema, { introspection: !deps.config.production });
  await app.register(async (scope) => {
    parseJsonWithText(scope);
    scope.route({
      method: ['GET', 'POST'],
      url: GRAPHQL_PATH,
      // A POST may be a query, so the CSRF check runs only when a mutation is called.
      config: { csrfByOperation: true },
      errorHandler: sendError,
      handler: async (request, reply) => {
        const document = readDocument(readQuery(request));
        await reply.takeFromLimit(document.cost - COUNTED_COST);
        const context = await createRequestContext(deps, request, reply, 'legacy');
        const response = await respond(request, {
          document,
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
