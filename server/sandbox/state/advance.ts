import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { z } from 'zod';
import { addMonths } from '../billing/periods.ts';
import { runDueItems } from '../billing/renewals.ts';
import type { advanceSchema } from '../http/control-schema.ts';
import type { World } from './world.ts';

/**
 * Moves the clock forward, runs everything due by then, and returns the time it stopped at in Unix seconds.
 * Unless `exact` is set, it then moves on until the remaining draft invoices are charged too.
 */
export async function advance(world: World, step: z.output<typeof advanceSchema>): Promise<number> {
  const startTime = world.now();
  const target =
    step.to === undefined
      ? addMonths(startTime, step.months ?? 0) +
        Math.round((step.days ?? 0) * 86_400 + (step.hours ?? 0) * 3600)
      : Math.floor(Date.parse(step.to) / 1000);
  await moveTo(world, target);
  if (step.exact !== true) {
    const draftEnd = findLastDraftEnd(world, target);
    if (draftEnd !== null) await moveTo(world, draftEnd);
  }
  return world.now();
}

async function moveTo(world: World, target: number): Promise<void> {
  for (
    let nextDueAt = world.schedule.next;
    nextDueAt !== null && nextDueAt <= target;
    nextDueAt = world.schedule.next
  ) {
    world.clock.moveTo(nextDueAt);
    runDueItems(world, nextDueAt);
    await yieldToEventLoop();
  }
  world.clock.moveTo(target);
  world.commit();
}

/** Returns when the last of the current draft invoices is finalized. */
function findLastDraftEnd(world: World, now: number): number | null {
  const ends = world.store
    .list('invoice', 'status', 'draft')
    .flatMap(({ automatically_finalizes_at: at }) => (at !== null && at >= now ? [at] : []));
  return ends.length === 0 ? null : Math.max(...ends);
}
