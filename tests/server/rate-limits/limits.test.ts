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
  const sent = { url, headers, remoteAddress };
  return payload ? app.inject({ ...sent, method: 'POST', payload }) : app.inject(sent);
}

async function statuses(server: TestApp, calls: Call[]): Promise<number[]> {
  const codes: number[] = [];
  for (const call of calls) codes.push((await send(server, call)).statusCode);
  return codes;
}

function repeated<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

const credentials = (n: number) => ({ email: `nobody-${n}@example.com`, password: 'secret-1' });
/** Invalid input, which counts all the same. */
const register: Call = { url: '/trpc/accounts.register', payload: {} };

describe('[D49] from one address within a minute', () => {
  test('allows 20 sign-ins through either endpoint, and then returns Retry-After', async () => {
    const server = await startServer();
    const endpoints = ['/trpc/accounts.login', '/api/identity/signIn'];
    const calls = repeated(20, (n) => ({ url: endpoints[n % 2] ?? '', payload: credentials(n) }));
    expect(await statuses(server, calls)).toEqual(repeated(20, () => 401));
    for (const url of endpoints) {
      const refused = await send(server, { url, payload: credentials(21) });
      expect(refused.statusCode).toBe(429);
      expect(refused.headers['retry-after']).toBe('15');
      expect(JSON.stringify(refused.json())).toContain(
        'Too many requests. Please wait a moment and try again.',
      );
    }
  });

  test('allows 60 purchase attempts', async () => {
    const server = await startServer();
    const attempts = repeated(61, () => ({ url: '/trpc/checkout.buyCard', payload: {} }));
    expect(await statuses(server, attempts)).toEqual([...repeated(60, () => 400), 429]);
  });

  test('counts a batch of 20 calls as 20', async () => {
    const server = await startServer();
    const calls = repeated(20, () => 'verification.find').join(',');
    const input = Object.fromEntries(repeated(20, (n) => [n, { number: 'none' }]));
    const batch = { url: `/trpc/${calls}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}` };
    expect(
      await statuses(
        server,
        repeated(6, () => batch),
      ),
    ).toEqual(repeated(6, () => 200));
    const refused = await send(server, batch);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('15');
    expect(refused.json()).toHaveLength(20);
    for (const { error } of refused.json()) expect(error.data.code).toBe('TOO_MANY_REQUESTS');
  });

  test('runs a batch up to the limit and refuses the rest', async () => {
    const server = await startServer();
    const calls = repeated(12, () => 'accounts.register').join(',');
    const payload = Object.fromEntries(repeated(12, (n) => [n, {}]));
    const answer = await send(server, { url: `/trpc/${calls}?batch=1`, payload });
    const codes: string[] = answer
      .json()
      .map(({ error }: { error: { data: { code: string } } }) => error.data.code);
    expect(codes.filter((code) => code === 'INVALID_INPUT')).toHaveLength(10);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(2);
  });

  test('counts each address on its own, and an account across addresses', async () => {
    const server = await startServer();
    expect(
      await statuses(
        server,
        repeated(11, () => register),
      ),
    ).toEqual([...repeated(10, () => 400), 429]);
    expect(await statuses(server, [{ ...register, remoteAddress: '203.0.113.8' }])).toEqual([400]);

    const { sessionId } = await server.deps.sessions.create((await makeAccount(database.db)).id);
    const headers = { authorization: `Bearer ${sessionId}` };
    const fromManyAddresses = repeated(11, (n) => ({
      ...register,
      headers,
      remoteAddress: `198.51.100.${n}`,
    }));
    expect(await statuses(server, fromManyAddresses)).toEqual([...repeated(10, () => 400), 429]);
  });
});

describe('[architecture] the client address', () => {
  /** Eleven calls with different X-Forwarded-For headers. The last one gets a 429 if the header is not trusted. */
  const forwardedCalls = (remoteAddress: string, forwarded: (n: number) => string) =>
    repeated(11, (n) => ({ ...register, remoteAddress, headers: { 'x-forwarded-for': forwarded(n) } }));
  const limited = [...repeated(10, () => 400), 429];
  const unlimited = repeated(11, () => 400);

  test('is the peer’s if no proxy is configured', async () => {
    const server = await startServer();
    expect(
      await statuses(
        server,
        forwardedCalls('10.0.0.1', (n) => `203.0.113.${n}`),
      ),
    ).toEqual(limited);
  });

  test('is the one that a configured proxy in the private network sends', async () => {
    const server = await startServer({ TRUST_PROXY: '1' });
    expect(
      await statuses(
        server,
        forwardedCalls('10.0.0.1', (n) => `203.0.113.${n}`),
      ),
    ).toEqual(unlimited);
    expect(
      await statuses(
        server,
        forwardedCalls('10.0.0.1', () => '198.51.100.1'),
      ),
    ).toEqual(limited);
  });

  test('ignores addresses that the client sent to the proxy', async () => {
    const server = await startServer({ TRUST_PROXY: '1' });
    const invented = forwardedCalls('10.0.0.1', (n) => `192.0.2.${n}, 203.0.113.7`);
    expect(await statuses(server, invented)).toEqual(limited);
  });

  test('ignores X-Forwarded-For from anyone but the configured proxy', async () => {
    const server = await startServer({ TRUST_PROXY: '198.51.100.1' });
    expect(
      await statuses(
        server,
        forwardedCalls('203.0.113.9', (n) => `192.0.2.${n}`),
      ),
    ).toEqual(limited);
    expect(
      await statuses(
        server,
        forwardedCalls('198.51.100.1', (n) => `192.0.2.${n}`),
      ),
    ).toEqual(unlimited);
  });
});
