import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { AppOptions } from '#server/app/app.ts';
import { buildWholeApp, NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const server = testApp(testDb(), { limits: NO_LIMITS });
const BODY = JSON.stringify({ email: 'a@example.com', password: 'secret-1' });
const SIGN_IN = 'POST /api/identity/signIn';

async function start(options: AppOptions) {
  const app = await buildWholeApp(server.deps, { webRoot: null, ...options });
  onTestFinished(() => app.close());
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const open = () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return { app, open };
}

/** Starts a request with a JSON body, and sends only its headers. */
async function startRequest(options: AppOptions, line = SIGN_IN) {
  const { app, open } = await start(options);
  const socket = open();
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `${line} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n`,
  );
  return { app, socket, closed, readResponse: () => received };
}

test('a request whose body stalls is cut off', async () => {
  const idleMs = 1_000;
  const { closed, readResponse } = await startRequest({ idleTimeoutMs: idleMs });
  const startedAt = performance.now();
  await closed;
  expect(performance.now() - startedAt).toBeGreaterThan(idleMs * 0.9);
  expect(readResponse()).not.toContain('200 OK');
});

test.each([
  ['a plain call', SIGN_IN],
  ['a procedure', 'POST /trpc/accounts.login'],
  ['GraphQL', 'POST /graphql'],
  ['a webhook', 'POST /api/stripe/webhook'],
  ['one-click unsubscribe', 'POST /api/unsubscribe?token=x'],
  ['a pass registration', 'POST /api/passkit/v1/devices/a/registrations/b/c'],
])('[D76] a body of %s that arrives too slowly is refused with status 408', async (_, line) => {
  const { socket, closed, readResponse } = await startRequest({ bodyTimeoutMs: 300 }, line);
  const timer = setInterval(() => socket.write(' '), 50);
  await closed;
  clearInterval(timer);
  expect(readResponse()).toContain('HTTP/1.1 408');
});

test.each([
  ['a page', 'GET /pricing'],
  ['an unknown path', 'POST /api/nope'],
  ['a malformed URL', 'POST /%'],
  ['an upload without an account', 'POST /api/business/photos'],
  ['an import without an account', 'POST /api/staff/imports/members?name=a.csv'],
])('[D76] a body that doesn’t end keeps no connection after the reply: %s', async (_, line) => {
  const { socket, closed } = await startRequest({ bodyTimeoutMs: 300 }, line);
  let sent = 0;
  const timer = setInterval(() => socket.write(' ', () => (sent += 1)), 100);
  await closed;
  clearInterval(timer);
  expect(sent).toBeLessThan(BODY.length);
});

test('the body of an injected request, which has no connection, may stay unread', async () => {
  const { app } = await start({ bodyTimeoutMs: 10 });
  const response = await app.inject({ method: 'POST', url: '/api/nope', payload: BODY });
  expect(response.statusCode).toBe(404);
  // An error of the timer would be unhandled.
  await wait(100);
});

test('a small body may take 30 seconds and an upload ten minutes', async () => {
  const { app, socket, closed, readResponse } = await startRequest({ idleTimeoutMs: 5_000 });
  for (const letter of BODY) {
    socket.write(letter);
    await wait(3_000 / BODY.length);
  }
  await expect.poll(readResponse).toContain('HTTP/1.1 401');
  socket.destroy();
  await closed;
  expect(app.server.requestTimeout).toBe(600_000);
  expect(app.server.headersTimeout).toBe(15_000);
  expect(app.server.maxConnections).toBe(5_000);
});

test.each([
  ['a plain call', SIGN_IN],
  ['a webhook that says it is signed', 'POST /api/stripe/webhook'],
])('[D76] one address can’t fill the memory with unfinished bodies of %s', async (_, line) => {
  const { open } = await start({});
  const send = () => {
    const socket = open();
    socket.write(
      `${line} HTTP/1.1\r\nhost: localhost\r\nstripe-signature: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n`,
    );
    return socket;
  };
  const sockets = Array.from({ length: 255 }, send);
  const [response] = await Promise.race(sockets.map((socket) => once(socket, 'data')));
  expect(String(response)).toContain('HTTP/1.1 429');
});

test('[D76] one address can’t use up all connections', async () => {
  const { open } = await start({ connectionsPerAddress: 3 });
  const sockets = [open(), open(), open()];
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  expect(await text(open()).catch(() => '')).toBe('');
  sockets[0]?.destroy();
  await expect
    .poll(async () => {
      const socket = open();
      socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
      return text(socket).catch(() => '');
    })
    .toContain('200 OK');
});
