import { inTransaction, type Trx } from '#db/client.ts';
import { endOfBusinessDate, toBusinessDate } from '../../../lib/dates.ts';
import { derivedId } from '../../../lib/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { getAccount } from '../../accounts/account.service.ts';
import { findCommissionRows } from './commission-line.repository.ts';
import { presentLine } from './commission-line.ts';
import { countOwnMails, findSales, lockAffiliate } from './commission-mail.repository.ts';

type MailDeps = Pick<Deps, 'jobs' | 'now'>;

/** How many of an affiliate's sales are emailed one by one. Later ones are emailed once a day. */
const OWN_MAILS = 5;
/** The last sales of a day may still be in open transactions when it ends. */
const DIGEST_DELAY_SECONDS = 3_600;
const MAX_DIGEST_ROWS = 20;

/** True if the affiliate's next sale gets an email of its own. Locks the affiliate if so, to count exactly. */
export async function takeOwnMail(trx: Trx, affiliateId: string): Promise<boolean> {
  if ((await countOwnMails(trx, affiliateId)) >= OWN_MAILS) return false;
  await lockAffiliate(trx, affiliateId);
  return (await countOwnMails(trx, affiliateId)) < OWN_MAILS;
}

/** Emails an affiliate about a sale, or includes it in the day's digest. Call it once the line is stored. */
export async function announceSale(
  deps: MailDeps,
  trx: Trx,
  {
    id,
    affiliateId,
    createdAt,
    hasOwnMail,
  }: {
    id: string;
    affiliateId: string;
    createdAt: Date;
    hasOwnMail: boolean;
  },
): Promise<void> {
  if (!hasOwnMail) return enqueueDigest(deps, trx, affiliateId, createdAt);
  const [line] = await presentLines(deps, trx, affiliateId, [id]);
  const contact = await getAccount(trx, affiliateId);
  if (!line || !contact) return;
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'sale-made',
    to: contact.email,
    props: {
      firstname: contact.firstname,
      description: line.sale,
      rate: line.rate,
      amountCents: line.amountCents,
      payableAt: line.payableAt.toISOString(),
    },
  });
}

async function enqueueDigest({ jobs, now }: MailDeps, trx: Trx, affiliateId: string, createdAt: Date) {
  const day = toBusinessDate(createdAt);
  const untilEndMs = endOfBusinessDate(day).getTime() - now().getTime();
  await jobs.enqueue(
    trx,
    'sale-digest',
    { affiliateId, day },
    {
      id: derivedId(`sale-digest:${day}`, affiliateId),
      startAfterSeconds: Math.ceil(untilEndMs / 1000) + DIGEST_DELAY_SECONDS,
    },
  );
}

/** Emails an affiliate the sales of a day that got no email of their own. Safe to repeat. */
export async function sendSaleDigest(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { affiliateId, day }: { affiliateId: string; day: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const contact = await getAccount(trx, affiliateId);
    const sales = await findSales(trx, affiliateId, day);
    if (!contact || sales.length === 0) return;
    await jobs.enqueue(
      trx,
      'mail',
      {
        mail: 'sale-digest',
        to: contact.email,
        props: {
          firstname: contact.firstname,
          day,
          count: sales.reduce((sum, { count }) => sum + count, 0),
          amountCents: sales.reduce((sum, { amountCents }) => sum + amountCents, 0),
          sales: sales.slice(0, MAX_DIGEST_ROWS),
        },
      },
      { id: derivedId(`sale-digest-mail:${day}`, affiliateId), isBulk: true },
    );
  });
}

/** Emails each affiliate what one transaction took back or restored. Call it once the lines are stored. */
export async function announceAdjustments(
  deps: MailDeps,
  trx: Trx,
  adjustments: ReadonlyArray<{ id: string; affiliateId: string }>,
): Promise<void> {
  for (const [affiliateId, ids] of groupByAffiliate(adjustments)) {
    const lines = await presentLines(deps, trx, affiliateId, ids);
    const contact = await getAccount(trx, affiliateId);
    if (!contact) continue;
    await deps.jobs.enqueue(trx, 'mail', {
      mail: 'commission-adjusted',
      to: contact.email,
      props: {
        firstname: contact.firstname,
        lines: lines.map(({ sale, amountCents, reason }) => ({ description: sale, amountCents, reason })),
      },
    });
  }
}

function groupByAffiliate(rows: ReadonlyArray<{ id: string; affiliateId: string }>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, affiliateId } of rows) groups.set(affiliateId, [...(groups.get(affiliateId) ?? []), id]);
  return groups;
}

async function presentLines({ now }: MailDeps, trx: Trx, affiliateId: string, ids: readonly string[]) {
  const rows = await findCommissionRows(trx, affiliateId, { ids, limit: ids.length });
  return rows.map((row) => presentLine(row, now()));
}
