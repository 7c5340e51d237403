import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDb } from '#db/client.ts';
import type { ServerPhase } from '#server/app/http/health.ts';
import { buildTestApp, buildWholeApp, type TestAppOptions, testApp } from '#tests/helpers/app.ts';
import { createTestDatabase, serverTest, testDb } from '#tests/helpers/database/database.ts';
import { metered } from '#tests/helpers/database/metered-db.ts';
import { freePort } from '#tests/helpers/free-port.ts';

const database = testDb();
const server = testApp(database);

async function checkReadiness(options: TestAppOptions = {}, db = database.db) {
  const appUnderTest = await buildTestApp(db, options);
  onTestFinished(() => appUnderTest.close());
  const response = await appUnderTest.app.inject('/readyz');
  return { status: response.statusCode, message: response.json().status, log: appUnderTest.log };
}

describe('[rest readyz] readiness', () => {
  test('is reported when the database responds and is migrated', async () => {
    expect(await checkReadiness()).toMatchObject({ status: 200, message: 'ok' });
  });

  test('is checked once for all requests at the same time', async () => {
    const meter = metered(database.db);
    const { app, close } = await buildTestApp(meter.db);
    onTestFinished(close);
    await app.inject('/readyz');
    meter.reset();
    const responses = await Promise.all(Array.from({ length: 100 }, () => app.inject('/readyz')));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(meter.statements).toBeLessThan(10);
  });

  test('is only reported between the end of startup and the beginning of shutdown', async () => {
    let phase: ServerPhase = 'starting';
    const app = await buildWholeApp(server.deps, { webRoot: null, readPhase: () => phase });
    onTestFinished(() => app.close());
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    phase = 'running';
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    phase = 'draining';
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    expect(server.log.takeFaults()).toEqual([]);
  });

  test('is not reported while migrations are missing', async () => {
    const outdatedDatabase = await createTestDatabase();
    onTestFinished(() => outdatedDatabase.drop());
    const { db } = outdatedDatabase.client;
    const appUnderTest = await buildTestApp(db);
    onTestFinished(() => appUnderTest.close());
    const { rows } = await sql<{ name: string; timestamp: string }>`
      delete from kysely_migration where name = (select max(name) from kysely_migration) returning *`.execute(
      db,
    );
    const missingResponse = await appUnderTest.app.inject('/readyz');
    expect(missingResponse.statusCode).toBe(503);
    expect(missingResponse.json()).toEqual({ status: 'migrations are missing' });
    for (const { name, timestamp } of rows)
      await sql`insert into kysely_migration values (${name}, ${timestamp})`.execute(db);
    expect((await appUnderTest.app.inject('/readyz')).statusCode).toBe(200);
    expect(appUnderTest.log.takeFaults().map(({ level }) => level)).not.toContain('error');
  });

  serverTest(
    'is not reported while the database is unreachable, and the reason is logged as a warning',
    async () => {
      const port = await freePort();
      const unreachableDb = await createDb({
        databaseUrl: `postgresql://card:hunter2@127.0.0.1:${port}/card`,
      });
      onTestFinished(() => unreachableDb.close());
      const { status, message, log } = await checkReadiness({}, unreachableDb.db);
      expect({ status, message }).toEqual({ status: 503, message: 'the database does not answer' });
      const faults = log.takeFaults();
      expect(faults.map(({ level }) => level)).not.toContain('error');
      expect(faults.map(({ text }) => text).join()).toContain('ECONNREFUSED');
      expect(faults.map(({ text }) => text).join()).not.toContain('hunter2');
    },
  );

  serverTest('is no longer reported after the database is lost', async () => {
    const lostDatabase = await createTestDatabase();
    const appUnderTest = await buildTestApp(lostDatabase.client.db);
    onTestFinished(() => appUnderTest.close());
    expect((await appUnderTest.app.inject('/readyz')).statusCode).toBe(200);
    await lostDatabase.drop();
    expect((await appUnderTest.app.inject('/readyz')).statusCode).toBe(503);
    expect(appUnderTest.log.takeFaults().map(({ level }) => level)).not.toContain('error');
  });
});

test('a worker serves nothing but its health', async () => {
  const app = await buildWholeApp(server.deps, { isHealthOnly: true });
  onTestFinished(() => app.close());
  const statusOf = async (path: string) => (await app.inject(path)).statusCode;
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(await statusOf(path), path).toBe(200);
  for (const path of ['/', '/trpc/catalog.plans', '/graphql']) expect(await statusOf(path), path).toBe(404);
});

test('[rest healthz] reports ok without checking the database', async () => {
  const response = await server.app.inject('/healthz');
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ status: 'ok' });
});
