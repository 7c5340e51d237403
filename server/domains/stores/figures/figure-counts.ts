import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { createCountBuffer } from '../../../platform/jobs/count-buffer.ts';
import { addFigures } from './figure.repository.ts';
import type { FigureKind, StoreAction } from './figure.shared.ts';
import { toMonday, toWeekNumber } from './week.ts';

export interface FigureCounts {
  /** Counts one view of each business. */
  countShown(businessIds: Iterable<string>): void;
  /** Counts an action, but only once an hour for each address, so that no one can raise a figure cheaply. */
  countAction(businessId: string, action: StoreAction, address: string): void;
  /** Writes the counts to the database. */
  flush(): Promise<void>;
}

export interface FigureCountsDeps {
  db: Db;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

const FLUSH_MS = 5_000;
const MAX_RECENT_ACTIONS = 100_000;
const HOUR_MS = 3_600_000;

/** Counts in memory and writes all counts in one statement every few seconds. */
export function createFigureCounts({ db, now, log }: FigureCountsDeps): FigureCounts {
  let recentActions = { hour: 0, keys: new Set<string>() };
  const buffer = createCountBuffer({
    name: 'figures of businesses',
    log,
    flushMs: FLUSH_MS,
    write: (counts) =>
      addFigures(
        db,
        [...counts].map(([key, count]) => {
          const [week = '', businessId = '', kind = ''] = key.split(' ');
          return { week, businessId, kind, count };
        }),
      ),
  });

  function add(businessIds: Iterable<string>, kind: FigureKind): void {
    const week = toMonday(toWeekNumber(now()));
    for (const businessId of businessIds) buffer.add(`${week} ${businessId} ${kind}`);
  }

  function isRepeated(key: string): boolean {
    const hour = Math.floor(now().getTime() / HOUR_MS);
    if (recentActions.hour !== hour || recentActions.keys.size >= MAX_RECENT_ACTIONS)
      recentActions = { hour, keys: new Set() };
    if (recentActions.keys.has(key)) return true;
    recentActions.keys.add(key);
    return false;
  }

  return {
    countShown: (businessIds) => add(businessIds, 'shown'),
    countAction: (businessId, action, address) => {
      if (!isRepeated(`${address} ${businessId} ${action}`)) add([businessId], action);
    },
    flush: () => buffer.flush(),
  };
}
