import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createSessions } from '#server/platform/security/session.ts';
import { buildTestApp, NO_LIMITS } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';

const database = testDb();

test('[D62] a caller whose connection breaks during a call still has an IP address', async () => {
  const sessions = createSessions(database.db, { secure: false, domain: undefined, now: () => new Date() });
  const account = await makeAccount(database.db);
  const addresses = Promise.withResolvers<string>();
  const appUnderTest = await buildTestApp(database.db, {
    limits: { ...NO_LIMITS, takeAccountCall: async ({ ip }) => addresses.resolve(ip) },
    sessions: {
      ...sessions,
      validate: async (id) => {
        appUnderTest.app.server.closeAllConnections();
        await sleep(20);
        return sessions.validate(id);
      },
    },
  });
  onTestFinished(() => appUnderTest.close());
  await appUnderTest.app.listen({ port: 0, host: '127.0.0.1' });
  const address = appUnderTest.app.server.address();
  const { cookie } = await sessions.create(account);
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `GET /trpc/catalog.plans HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie.name}=${cookie.value}\r\n\r\n`,
  );
  await once(socket, 'close');
  expect(await addresses.promise).toBe('127.0.0.1');
});
