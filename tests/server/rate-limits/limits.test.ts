import { describe, expect, onTestFinished, test } from 'vitest';
import { buildTestApp, type TestApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';

const database = testDb();
let minutes = 0;

/** Starts a server whose clock is 15 seconds before the end of a minute that no other test uses. */
async function startServer(settings: Record<string, string> = {}): Promise<TestApp> {
  minutes += 1;
  const time = new Date(Date.UTC(2026, 10, 21, 12, minutes, 45));
  const server = await buildTestApp(database.db, { settings, now: () => time });
  onTestFinished(() => server.close());
  return server;
}

interface Call {
  url: string;
  payload?: object;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

async function send({ app }: TestApp, { url, payload, headers = {}, remoteAddress = '203.0.113.7' }: Call) {
  const sentRequest = { url, headers, remoteAddress };
  return payload ? app.inject({ ...sentRequest, method: 'POST', payload }) : app.inject(sentRequest);
}

async function sendAll(server: TestApp, calls: Call[]): Promise<number[]> {
  const codes: number[] = [];
  for (const call of calls) codes.push((await send(server, call)).statusCode);
  return codes;
}

function repeat<T>(count: number, makeItem: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => makeItem(n));
}

const credentials = (n: number) => ({ email: `nobody-${n}@example.com`, password: 'secret-1' });
/** Invalid input counts toward the limit too. */
const register: Call = { url: '/trpc/accounts.register', payload: {} };

describe('[D49] the limits for one IP address within a minute', () => {
  test('allow 20 logins through either endpoint, and then return Retry-After', async () => {
    const server = await startServer();
    const endpoints = ['/trpc/accounts.login', '/api/identity/signIn'];
    const calls = repeat(20, (n) => ({ url: endpoints[n % 2] ?? '', payload: credentials(n) }));
    expect(await sendAll(server, calls)).toEqual(repeat(20, () => 401));
    for (const url of endpoints) {
      const response = await send(server, { url, payload: credentials(21) });
      expect(response.statusCode).toBe(429);
      expect(response.headers['retry-after']).toBe('15');
      expect(JSON.stringify(response.json())).toContain(
        'Too many requests. Please wait a moment and try again.',
      );
    }
  });

  test('allow 60 purchase attempts', async () => {
    const server = await startServer();
    const attempts = repeat(61, () => ({ url: '/trpc/checkout.buyCard', payload: {} }));
    expect(await sendAll(server, attempts)).toEqual([...repeat(60, () => 400), 429]);
  });

  test('count a batch of 20 calls as 20', async () => {
    const server = await startServer();
    const calls = repeat(20, () => 'verification.find').join(',');
    const input = Object.fromEntries(repeat(20, (n) => [n, { number: 'none' }]));
    const batch = { url: `/trpc/${calls}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}` };
    expect(
      await sendAll(
        server,
        repeat(6, () => batch),
      ),
    ).toEqual(repeat(6, () => 200));
    const response = await send(server, batch);
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBe('15');
    expect(response.json()).toHaveLength(20);
    for (const { error } of response.json()) expect(error.data.code).toBe('TOO_MANY_REQUESTS');
  });

  test('run a batch up to the limit and refuse the rest', async () => {
    const server = await startServer();
    const calls = repeat(12, () => 'accounts.register').join(',');
    const payload = Object.fromEntries(repeat(12, (n) => [n, {}]));
    const response = await send(server, { url: `/trpc/${calls}?batch=1`, payload });
    const codes: string[] = response
      .json()
      .map(({ error }: { error: { data: { code: string } } }) => error.data.code);
    expect(codes.filter((code) => code === 'INVALID_INPUT')).toHaveLength(10);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(2);
  });

  test('count each IP address separately, and an account across IP addresses', async () => {
    const server = await startServer();
    expect(
      await sendAll(
        server,
        repeat(11, () => register),
      ),
    ).toEqual([...repeat(10, () => 400), 429]);
    expect(await sendAll(server, [{ ...register, remoteAddress: '203.0.113.8' }])).toEqual([400]);

    const { sessionId } = await server.deps.sessions.create(await makeAccount(database.db));
    const headers = { authorization: `Bearer ${sessionId}` };
    const fromManyAddresses = repeat(11, (n) => ({
      ...register,
      headers,
      remoteAddress: `198.51.100.${n}`,
    }));
    expect(await sendAll(server, fromManyAddresses)).toEqual([...repeat(10, () => 400), 429]);
  });
});

test('a phone can report 30 pass errors a minute and still update its passes', async () => {
  const server = await startServer();
  const report = { url: '/api/passkit/v1/log', payload: { logs: ['failed'] } };
  expect(
    await sendAll(
      server,
      repeat(31, () => report),
    ),
  ).toEqual([...repeat(30, () => 200), 429]);
  server.log.takeFaults();
  expect(await sendAll(server, [{ url: '/api/passkit/v1/passes/pass.none/none' }])).toEqual([401]);
});

describe('[architecture] a client’s IP address', () => {
  /**
   * Builds eleven calls with different X-Forwarded-For headers. If the header isn't trusted, the last one
   * gets a 429.
   */
  const forwardedCalls = (remoteAddress: string, forwardedFor: (n: number) => string) =>
    repeat(11, (n) => ({ ...register, remoteAddress, headers: { 'x-forwarded-for': forwardedFor(n) } }));
  const limitedStatuses = [...repeat(10, () => 400), 429];
  const allowedStatuses = repeat(11, () => 400);

  test('is the connection’s if no proxy is configured', async () => {
    const server = await startServer();
    expect(
      await sendAll(
        server,
        forwardedCalls('10.0.0.1', (n) => `203.0.113.${n}`),
      ),
    ).toEqual(limitedStatuses);
  });

  test('is the one that a configured proxy in the private network sends', async () => {
    const server = await startServer({ TRUST_PROXY: '1' });
    expect(
      await sendAll(
        server,
        forwardedCalls('10.0.0.1', (n) => `203.0.113.${n}`),
      ),
    ).toEqual(allowedStatuses);
    expect(
      await sendAll(
        server,
        forwardedCalls('10.0.0.1', () => '198.51.100.1'),
      ),
    ).toEqual(limitedStatuses);
  });

  test('is not taken from addresses that the client sent to the proxy', async () => {
    const server = await startServer({ TRUST_PROXY: '1' });
    const inventedAddresses = forwardedCalls('10.0.0.1', (n) => `192.0.2.${n}, 203.0.113.7`);
    expect(await sendAll(server, inventedAddresses)).toEqual(limitedStatuses);
  });

  test.each<[string, (n: number) => string]>([
    ['a different port', (n) => `203.0.113.7:${50_000 + n}`],
    ['a different port of an IPv6 address', (n) => `[2001:db8::${n}]:443`],
    ['no address', (n) => `unknown-${n}`],
  ])('is the same for every call with %s in X-Forwarded-For', async (_, forwardedFor) => {
    const server = await startServer({ TRUST_PROXY: '1' });
    expect(await sendAll(server, forwardedCalls('10.0.0.1', forwardedFor))).toEqual(limitedStatuses);
  });

  test('is taken from X-Forwarded-For only if the configured proxy sends it', async () => {
    const server = await startServer({ TRUST_PROXY: '198.51.100.1' });
    expect(
      await sendAll(
        server,
        forwardedCalls('203.0.113.9', (n) => `192.0.2.${n}`),
      ),
    ).toEqual(limitedStatuses);
    expect(
      await sendAll(
        server,
        forwardedCalls('198.51.100.1', (n) => `192.0.2.${n}`),
      ),
    ).toEqual(allowedStatuses);
  });
});
