import { describe, expect, onTestFinished, test } from 'vitest';
import { buildTestApp, type TestApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';

const database = testDb();
let minutes = 0;

/** A server in a minute that no other test has called in, 15 seconds before its end. */
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
  const found: number[] = [];
  for (const call of calls) found.push((await send(server, call)).statusCode);
  return found;
}

function repeated<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

const credentials = (n: number) => ({ email: `nobody-${n}@example.com`, password: 'secret-1' });
/** Refused for what is not in it, and counted all the same. */
const register: Call = { url: '/trpc/accounts.register', payload: {} };

describe('[D49] from one address within a minute', () => {
  test('20 sign-ins are looked at, by whichever door; the next is told when to come again', async () => {
    const server = await startServer();
    const doors = ['/trpc/accounts.login', '/api/identity/signIn'];
    const calls = repeated(20, (n) => ({ url: doors[n % 2] ?? '', payload: credentials(n) }));
    expect(await statuses(server, calls)).toEqual(repeated(20, () => 401));
    for (const url of doors) {
      const refused = await send(server, { url, payload: credentials(21) });
      expect(refused.statusCode).toBe(429);
      expect(refused.headers['retry-after']).toBe('15');
      expect(JSON.stringify(refused.json())).toContain(
        'Too many requests. Please wait a moment and try again.',
      );
    }
  });

  test('60 attempts to buy are looked at, the next is not', async () => {
    const server = await startServer();
    const attempts = repeated(61, () => ({ url: '/trpc/checkout.buyCard', payload: {} }));
    expect(await statuses(server, attempts)).toEqual([...repeated(60, () => 400), 429]);
  });

  test('a batch of 20 calls counts as 20', async () => {
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

  test('a batch that goes over the limit is answered as far as it goes', async () => {
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

  test('another address is not concerned, an account is wherever it calls from', async () => {
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
    const travelling = repeated(11, (n) => ({ ...register, headers, remoteAddress: `198.51.100.${n}` }));
    expect(await statuses(server, travelling)).toEqual([...repeated(10, () => 400), 429]);
  });
});

describe('[DESIGN 5] whose address counts', () => {
  /** Eleven calls that name a new address each time: 429 at the end where the name is not believed. */
  const naming = (remoteAddress: string, forwarded: (n: number) => string) =>
    repeated(11, (n) => ({ ...register, remoteAddress, headers: { 'x-forwarded-for': forwarded(n) } }));
  const seen = [...repeated(10, () => 400), 429];
  const unseen = repeated(11, () => 400);

  test('the caller’s own, whatever the caller says, where no proxy is set', async () => {
    const server = await startServer();
    expect(
      await statuses(
        server,
        naming('10.0.0.1', (n) => `203.0.113.${n}`),
      ),
    ).toEqual(seen);
  });

  test('the one that a proxy in the private network names, where it is set to be there', async () => {
    const server = await startServer({ TRUST_PROXY: '1' });
    expect(
      await statuses(
        server,
        naming('10.0.0.1', (n) => `203.0.113.${n}`),
      ),
    ).toEqual(unseen);
    expect(
      await statuses(
        server,
        naming('10.0.0.1', () => '198.51.100.1'),
      ),
    ).toEqual(seen);
  });

  test('not the one that the caller has told the proxy', async () => {
    const server = await startServer({ TRUST_PROXY: '1' });
    const invented = naming('10.0.0.1', (n) => `192.0.2.${n}, 203.0.113.7`);
    expect(await statuses(server, invented)).toEqual(seen);
  });

  test('not the one that somebody names who is no proxy of ours', async () => {
    const server = await startServer({ TRUST_PROXY: '198.51.100.1' });
    expect(
      await statuses(
        server,
        naming('203.0.113.9', (n) => `192.0.2.${n}`),
      ),
    ).toEqual(seen);
    expect(
      await statuses(
        server,
        naming('198.51.100.1', (n) => `192.0.2.${n}`),
      ),
    ).toEqual(unseen);
  });
});
