import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDb } from '#db/client.ts';
import { buildApp } from '#server/app.ts';
import { buildTestApp, type TestAppOptions, testApp } from '#tests/helpers/app.ts';
import { createTestDatabase, serverTest, testDb } from '#tests/helpers/database/database.ts';
import { freePort } from '#tests/helpers/free-port.ts';

const database = testDb();
const server = testApp(database);

async function readiness(options: TestAppOptions = {}, db = database.db) {
  const built = await buildTestApp(db, options);
  onTestFinished(() => built.close());
  const answer = await built.app.inject('/readyz');
  return { status: answer.statusCode, says: answer.json().status, log: built.log };
}

describe('[rest readyz] a process is ready', () => {
  test('when the database answers and is migrated', async () => {
    expect(await readiness()).toMatchObject({ status: 200, says: 'ok' });
  });

  test('not before it has started', async () => {
    let started = false;
    const app = await buildApp(server.deps, { webRoot: null, isStarted: () => started });
    onTestFinished(() => app.close());
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    expect(server.log.takeFaults()).toMatchObject([{ level: 'warn' }]);
    started = true;
    expect((await app.inject('/readyz')).statusCode).toBe(200);
  });

  test('not while migrations are missing, and again when they are there', async () => {
    const behind = await createTestDatabase();
    onTestFinished(() => behind.drop());
    const { db } = behind.client;
    const built = await buildTestApp(db);
    onTestFinished(() => built.close());
    const { rows } = await sql<{ name: string; timestamp: string }>`
      delete from kysely_migration where name = (select max(name) from kysely_migration) returning *`.execute(
      db,
    );
    const missing = await built.app.inject('/readyz');
    expect(missing.statusCode).toBe(503);
    expect(missing.json()).toEqual({ status: 'migrations are missing' });
    for (const { name, timestamp } of rows)
      await sql`insert into kysely_migration values (${name}, ${timestamp})`.execute(db);
    expect((await built.app.inject('/readyz')).statusCode).toBe(200);
    expect(built.log.takeFaults().map(({ level }) => level)).not.toContain('error');
  });

  serverTest('not while the database is away; who watches is told why, and nobody is woken', async () => {
    const port = await freePort();
    const away = await createDb({ databaseUrl: `postgresql://card:hunter2@127.0.0.1:${port}/card` });
    onTestFinished(() => away.close());
    const { status, says, log } = await readiness({}, away.db);
    expect({ status, says }).toEqual({ status: 503, says: 'the database does not answer' });
    const faults = log.takeFaults();
    expect(faults.map(({ level }) => level)).not.toContain('error');
    expect(faults.map(({ text }) => text).join()).toContain('ECONNREFUSED');
    expect(faults.map(({ text }) => text).join()).not.toContain('hunter2');
  });

  serverTest('not when the database goes away later', async () => {
    const lost = await createTestDatabase();
    const built = await buildTestApp(lost.client.db);
    onTestFinished(() => built.close());
    expect((await built.app.inject('/readyz')).statusCode).toBe(200);
    await lost.drop();
    expect((await built.app.inject('/readyz')).statusCode).toBe(503);
    expect(built.log.takeFaults().map(({ level }) => level)).not.toContain('error');
  });
});

test('[rest healthz] a process lives, whatever the database does', async () => {
  const answer = await server.app.inject('/healthz');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ status: 'ok' });
});

test('[rest metrics] are Prometheus’ text: how long each route took, by status, and the process', async () => {
  await server.app.inject('/healthz');
  await server.app.inject('/no/such/page?with=a-secret');
  const answer = await server.app.inject('/metrics');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(answer.body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} \d+/,
  );
  expect(answer.body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="unknown",status="404"\} \d+/,
  );
  expect(answer.body).toContain('process_resident_memory_bytes');
  expect(answer.body).not.toContain('a-secret');
});
