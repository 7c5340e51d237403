import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { newId } from '#server/lib/ids.ts';
import {
  addHits,
  deleteWindowsBefore,
  exchangeShares,
} from '#server/platform/rate-limits/rate-limit.repository.ts';
import type { Meter, UnitCost } from './meter.ts';

const REPEATS = 40;

/** Measures the cost per counter of a flush that writes this many new counters. */
export async function measureFlush(db: Db, meter: Meter, counters: number): Promise<UnitCost> {
  const windowStart = new Date();
  const flush = () =>
    exchangeShares(
      db,
      Array.from({ length: counters }, () => ({
        key: `verifications:ip:${randomUUID()}`,
        windowStart,
        share: randomUUID(),
        hits: 1,
      })),
    );
  await flush();
  const repeats = Math.max(5, Math.round(REPEATS / Math.max(1, counters / 500)));
  const cost = await meter.measure(counters * repeats, async () => {
    for (let count = 0; count < repeats; count++) await flush();
  });
  await deleteWindowsBefore(db, new Date(Date.now() + 60_000));
  return cost;
}

/** Measures the cost of one exactly counted call. */
export async function measureExactCount(db: Db, meter: Meter): Promise<UnitCost> {
  const windowStart = new Date();
  const calls = 4_000;
  const cost = await meter.measure(calls, async () => {
    for (let count = 0; count < calls; count++) await addHits(db, `purchases:ip:${newId()}`, windowStart, 1);
  });
  await deleteWindowsBefore(db, new Date(Date.now() + 60_000));
  return cost;
}
