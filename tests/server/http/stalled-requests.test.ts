import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const server = testApp(testDb(), { limits: NO_LIMITS });
const BODY = JSON.stringify({ email: 'a@example.com', password: 'secret-1' });

/** Starts a sign-in request and sends only the headers. */
async function startRequest(idleTimeoutMs: number) {
  const app = await buildApp(server.deps, { webRoot: null, idleTimeoutMs });
  onTestFinished(() => app.close());
  const socket = connect(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  const closed = once(socket, 'close');
  socket.write(
    `POST /api/identity/signIn HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\nconnection: close\r\n\r\n`,
  );
  return { app, socket, closed, readResponse: () => received };
}

test('a request whose body stalls is cut off', async () => {
  const idleMs = 1_000;
  const { closed, readResponse } = await startRequest(idleMs);
  const startedAt = performance.now();
  await closed;
  expect(performance.now() - startedAt).toBeGreaterThan(idleMs * 0.9);
  expect(readResponse()).not.toContain('200 OK');
});

test('a slow request gets a response for up to ten minutes', async () => {
  const { app, socket, closed, readResponse } = await startRequest(5_000);
  for (const letter of BODY) {
    socket.write(letter);
    await wait(6_000 / BODY.length);
  }
  await closed;
  expect(readResponse()).toContain('HTTP/1.1 401');
  expect(app.server.requestTimeout).toBe(600_000);
  expect(app.server.maxConnections).toBe(5_000);
});
