import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDb } from '#db/client.ts';
import { startTimers } from '#server/app/startup/timers.ts';
import { newId } from '#server/lib/ids.ts';
import { buildTestApp, testApp } from '#tests/helpers/app.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { freePort } from '#tests/helpers/free-port.ts';

const database = testDb();
const server = testApp(database);

const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

test('timers delete only expired rows at startup', async () => {
  const { db } = database;
  const account = await makeAccount(db);
  const session = (idHash: string, expiresAt: Date) => ({
    idHash,
    accountId: account.id,
    expiresAt,
    endsAt: expiresAt,
  });
  await db
    .insertInto('sessions')
    .values([session('ended', hoursFromNow(-1)), session('running', hoursFromNow(1))])
    .execute();
  const [usedId, usableId] = [newId(), newId()];
  await db
    .insertInto('usedTokens')
    .values([
      { id: usedId, expiresAt: hoursFromNow(-24 * 91) },
      { id: usableId, expiresAt: hoursFromNow(1) },
    ])
    .execute();
  await db
    .insertInto('rateLimits')
    .values([
      { key: 'old', windowStart: hoursFromNow(-3), hits: 1 },
      { key: 'counting', windowStart: hoursFromNow(-1), hits: 1 },
    ])
    .execute();

  const stop = startTimers(server.deps);
  await stop();

  expect(await db.selectFrom('sessions').select('idHash').execute()).toEqual([{ idHash: 'running' }]);
  expect(await db.selectFrom('usedTokens').select('id').execute()).toEqual([{ id: usableId }]);
  expect(await db.selectFrom('rateLimits').select('key').execute()).toEqual([{ key: 'counting' }]);
});

serverTest('a failing timer is logged and does not stop the others', async () => {
  const unreachableDb = await createDb({
    databaseUrl: `postgresql://card:card@127.0.0.1:${await freePort()}/card`,
  });
  onTestFinished(() => unreachableDb.close());
  const brokenApp = await buildTestApp(unreachableDb.db);
  onTestFinished(() => brokenApp.close());
  const stop = startTimers(brokenApp.deps);
  await stop();
  const faults = brokenApp.log.takeFaults();
  expect(faults.length).toBeGreaterThan(3);
  for (const fault of faults) {
    expect(fault.level).toBe('error');
    expect(fault.text).toMatch(/ECONNREFUSED.*timer/s);
  }
});

test('the embedded database is vacuumed once a day, but not at startup', async () => {
  const countVacuums = async () => {
    const { rows } = await sql<{ vacuumCount: number }>`
      select vacuum_count from pg_stat_user_tables where relname = 'places'`.execute(database.db);
    return rows[0]?.vacuumCount ?? 0;
  };
  const vacuumsBefore = await countVacuums();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const stop = startTimers(server.deps);
  vi.advanceTimersByTime(23 * HOUR_MS);
  expect(await countVacuums()).toBe(vacuumsBefore);
  vi.advanceTimersByTime(HOUR_MS);
  await stop();
  await expect.poll(countVacuums).toBe(vacuumsBefore + 1);
});
