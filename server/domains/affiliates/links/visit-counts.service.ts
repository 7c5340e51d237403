import type { Db } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import type { Logger } from '../../../platform/deps.ts';
import { type CountBuffer, createCountBuffer } from '../../../platform/jobs/count-buffer.ts';
import { addVisits } from './referral-link.repository.ts';

/** Counts the visits of referral links by affiliate, day, and link. */
export function createVisitCounts({ db, log }: { db: Db; log: Pick<Logger, 'warn'> }): CountBuffer {
  return createCountBuffer({
    name: 'referral visits',
    log,
    write: (counts) => {
      const visits = [...counts].map(([key, count]) => {
        const [affiliateId = '', day = '', link = ''] = key.split(' ');
        return { affiliateId, day, link: link === '' ? null : link, visits: count };
      });
      return inTransaction(db, (trx) => addVisits(trx, visits));
    },
  });
}

/** The key of a visit in these counts. `day` is YYYY-MM-DD. */
export function getVisitKey(visit: { affiliateId: string; day: string; link: string | null }): string {
  return `${visit.affiliateId} ${visit.day} ${visit.link ?? ''}`;
}
