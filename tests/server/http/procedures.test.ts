import { once } from 'node:events';
import { connect } from 'node:net';
import cookie from '@fastify/cookie';
import type { AnyTRPCRouter } from '@trpc/server';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { registerErrorReplies } from '#server/app/http/errors.ts';
import {
  createAdapterOptions,
  registerProcedureGuard,
  registerProcedures,
} from '#server/app/http/procedures.ts';
import { registerCallerAddress } from '#server/app/http/request-context.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { publicProcedure, router } from '#server/platform/trpc.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const server = testApp(testDb(), { limits: NO_LIMITS });

const signals: AbortSignal[] = [];
const text = z.object({ text: z.string().max(20) });
const testRouter = router({
  echo: publicProcedure.input(text).query(({ input }) => ({ ...input, at: new Date(0), missing: undefined })),
  nothing: publicProcedure.query(() => undefined),
  change: publicProcedure.input(text).mutation(({ input }) => input),
  deep: router({ list: publicProcedure.query(() => [1, null, 'ä']) }),
  cookie: publicProcedure.mutation(({ ctx }) => ctx.guestKey('key').length),
  refuse: publicProcedure.query(() => {
    throw new AppError('NOT_ALLOWED');
  }),
  wait: publicProcedure.query(() => {
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 7 });
  }),
  fail: publicProcedure.mutation(() => {
    throw new Error('secret');
  }),
  slow: publicProcedure.query(async ({ signal }) => {
    if (signal) signals.push(signal);
    await expect.poll(() => signal?.aborted).toBe(true);
  }),
  quick: publicProcedure.mutation(({ signal }) => {
    if (signal) signals.push(signal);
  }),
  ticks: publicProcedure.subscription(async function* () {
    yield 1;
    yield 2;
  }),
});

/** Simulates a database outage, in which the session can't be read. */
const withoutSessions = (): Deps => ({
  ...server.deps,
  sessions: {
    ...server.deps.sessions,
    validate: async () => {
      throw new Error('secret');
    },
  },
});

type Register = (app: FastifyInstance) => Promise<void>;

const withOurRoute: Register = (app) => registerProcedures(app, withoutSessions(), testRouter);

const withTrpcAdapter: Register = async (app) => {
  await app.register(async (scope) => {
    registerProcedureGuard(scope);
    const options: FastifyTRPCPluginOptions<AnyTRPCRouter> = {
      prefix: '/trpc',
      trpcOptions: createAdapterOptions(withoutSessions(), testRouter),
    };
    await scope.register(fastifyTRPCPlugin, options);
  });
};

async function buildServer(register: Register): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: server.deps.log,
    genReqId: () => 'id',
    bodyLimit: 2_000,
    routerOptions: { maxParamLength: 2_000 },
  });
  app.removeContentTypeParser('text/plain');
  registerErrorReplies(app);
  registerCallerAddress(app);
  await app.register(cookie, { secret: 'secret' });
  await register(app);
  return app;
}

let ours: FastifyInstance;
let reference: FastifyInstance;
beforeAll(async () => {
  [ours, reference] = await Promise.all([buildServer(withOurRoute), buildServer(withTrpcAdapter)]);
});
beforeEach(() => void signals.splice(0));
afterAll(() => Promise.all([ours.close(), reference.close()]));

interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  headers?: Record<string, string>;
  body?: string;
}
type Row = [title: string, url: string, sent?: Sent];

const JSON_TYPE = { 'content-type': 'application/json' };
const post = (body: unknown): Sent => ({ method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
const get = (path: string, input: unknown, query = '') =>
  `/trpc/${path}?${query}input=${encodeURIComponent(JSON.stringify(input))}`;
const getBatch = (path: string, input: unknown) => get(path, input, 'batch=1&');

const ROWS: Row[] = [
  ['a query', get('echo', { text: 'ü & +' })],
  ['a query without input', '/trpc/nothing'],
  ['an empty input', '/trpc/echo?input='],
  ['a nested path', '/trpc/deep.list'],
  ['an encoded path', '/trpc/deep%2Elist'],
  ['two input parameters', `${get('echo', { text: 'first' })}&input=%7B%7D`],
  ['a URL with a fragment', '/trpc/nothing#batch=1'],
  ['a batch', getBatch('echo,nothing,deep.list', { 0: { text: 'a' } })],
  ['a batch of one', getBatch('echo', { 0: { text: 'a' } })],
  ['a batch without input', '/trpc/nothing,deep.list?batch=1'],
  ['a batch with different outcomes', getBatch('echo,refuse,none,wait', { 0: { text: 'a' } })],
  ['a batch whose calls all fail the same way', getBatch('refuse,refuse', {})],
  ['a batch whose input is a list', getBatch('echo,echo', [{ text: 'a' }])],
  ['a batch whose input is null', getBatch('echo', null)],
  ['the largest batch', getBatch(Array(20).fill('nothing').join(','), {})],
  ['a batch that is too large', getBatch(Array(21).fill('nothing').join(','), {})],
  ['a batch of a query and a mutation', getBatch('echo,change', {})],
  ['a path with commas that is not a batch', '/trpc/echo,nothing'],
  ['a batch by POST', '/trpc/change,change?batch=1', post({ 0: { text: 'a' }, 1: { text: 'b'.repeat(21) } })],
  ['a mutation', '/trpc/change', post({ text: 'a' })],
  ['a mutation with a byte order mark', '/trpc/change', { ...post(''), body: '\uFEFF{"text":"a"}' }],
  ['a mutation that sets a cookie', '/trpc/cookie', post(null)],
  ['a mutation without a body', '/trpc/cookie', { method: 'POST', headers: JSON_TYPE }],
  ['a mutation without a content type', '/trpc/cookie', { method: 'POST' }],
  [
    'a mutation with an unusual content type',
    '/trpc/cookie',
    { ...post({}), headers: { 'content-type': 'Application/JSON' } },
  ],
  ['a query with a content type', '/trpc/nothing', { headers: JSON_TYPE }],
  [
    'a query with an unusual content type',
    '/trpc/nothing',
    { headers: { 'content-type': 'Application/JSON' } },
  ],
  ['an unsupported content type', '/trpc/change', { ...post({}), headers: { 'content-type': 'text/plain' } }],
  ['a body that is too large', '/trpc/change', post({ text: 'a'.repeat(3_000) })],
  ['malformed JSON in a query', '/trpc/echo?input=%7B'],
  ['malformed JSON in a mutation', '/trpc/change', { ...post(''), body: '{"text":' }],
  ['malformed JSON in a batch', '/trpc/echo,deep.list?batch=1&input=%7B'],
  ['an input that the schema refuses', get('echo', { text: 1 })],
  ['an unknown procedure', '/trpc/none'],
  ["an object's own property as a procedure", '/trpc/__proto__'],
  ['a path that cannot be decoded', '/trpc/%25'],
  ['a session that cannot be read', '/trpc/nothing', { headers: { cookie: 'session=a' } }],
  [
    'a batch whose session cannot be read',
    '/trpc/nothing,none,change?batch=1',
    { headers: { cookie: 'session=a' } },
  ],
  ['a query by POST', '/trpc/echo', post({ text: 'a' })],
  ['a mutation by GET', get('change', { text: 'a' })],
  ['a refusal', '/trpc/refuse'],
  ['a refusal with Retry-After', '/trpc/wait'],
  ['an unexpected error', '/trpc/fail', post({})],
  ...(['PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const).map(
    (method): Row => [`the method ${method}`, '/trpc/nothing', { method }],
  ),
  ['malformed connection parameters', '/trpc/nothing?connectionParams=%7B'],
  ['connection parameters', '/trpc/nothing?connectionParams=%7B%7D'],
  [
    'a streamed batch',
    '/trpc/nothing,deep.list?batch=1',
    { headers: { 'trpc-accept': 'application/jsonl' } },
  ],
  [
    'a request for a stream that is not a batch',
    '/trpc/nothing',
    { headers: { accept: 'text/html, application/jsonl' } },
  ],
  ['a subscription', '/trpc/ticks'],
  ['a malformed host', '/trpc/nothing', { headers: { host: 'a b' } }],
];

async function send(app: FastifyInstance, url: string, { method = 'GET', headers = {}, body }: Sent) {
  const response = await app.inject({
    method,
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  // Only tRPC's adapter sends chunks, so only our route can send a length.
  const { date: _, 'transfer-encoding': __, 'content-length': ___, ...rest } = response.headers;
  // Ignore the stack traces, which differ.
  const logged = server.log
    .takeFaults()
    .map(({ level, text }) => [level, text.replace(/\\n {4}at [^"]*/, '')]);
  return { status: response.statusCode, headers: rest, body: response.body, logged };
}

describe('our tRPC route', () => {
  test.each(ROWS)('responds like tRPC’s own adapter: %s', async (_title, url, sent = {}) => {
    expect(await send(ours, url, sent)).toEqual(await send(reference, url, sent));
  });

  test('is tested with every status code', async () => {
    const statuses = await Promise.all(
      ROWS.map(async ([, url, sent = {}]) => (await send(ours, url, sent)).status),
    );
    expect([...new Set(statuses)].sort()).toEqual([200, 204, 207, 400, 403, 404, 429, 500]);
  });
});

/** Opens a connection and sends the beginning of a request. */
async function open(app: FastifyInstance, head: string) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`${head} HTTP/1.1\r\nhost: localhost\r\n`);
  return socket;
}

describe('a procedure’s signal', () => {
  test.each([
    ['our route', () => ours],
    ["tRPC's adapter", () => reference],
  ])('is aborted when the client disconnects before the response: %s', async (_title, getApp) => {
    const socket = await open(getApp(), 'GET /trpc/slow');
    socket.write('\r\n');
    await expect.poll(() => signals).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(false);
    socket.destroy();
    await expect.poll(() => signals[0]?.aborted).toBe(true);
  });

  test('is not aborted by a complete response', async () => {
    const socket = await open(ours, 'POST /trpc/quick');
    socket.write('content-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}');
    await once(socket.resume(), 'close');
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });
});
