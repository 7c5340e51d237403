import { stringify } from 'csv-stringify/sync';
import type { Db } from '#db/client.ts';
import { toBusinessDate } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import { formatMembershipNumber } from '../../../lib/membership-number.ts';
import { formatPersonName } from '../../../lib/same-person.ts';
import { guardCell, UTF8_BOM } from '../../../lib/spreadsheet.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type CompanyStanding, findCompany, getCompanyStanding } from './company.service.ts';
import { type CardRow, findCardsAfter } from './company-card.repository.ts';
import { summarizeCard } from './company-card.service.ts';

const BATCH_SIZE = 250;
const HEADER = [
  'Name',
  'Membership ID',
  'Plan',
  'With',
  'Status',
  'Claimed',
  'Claimed on',
  'Invited on',
  'Email',
  'Phone',
];

/** Streams the cards on the account's latest plan as CSV, oldest first. Throws COMPANY_NOT_FOUND. */
export async function exportCompanyCards(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
): Promise<AsyncGenerator<string>> {
  if (!(await findCompany(db, accountId))) throw new AppError('COMPANY_NOT_FOUND');
  return generateCsv(db, accountId, await getCompanyStanding(db, accountId, now()), now());
}

async function* generateCsv(
  db: Db,
  accountId: string,
  standing: CompanyStanding | null,
  now: Date,
): AsyncGenerator<string> {
  yield UTF8_BOM + stringify([HEADER]);
  if (!standing) return;
  const { membership } = standing;
  for (let after: string | undefined; ; ) {
    const rows = await findCardsAfter(db, accountId, membership.subscriptionId, {
      after,
      limit: BATCH_SIZE,
      now,
    });
    if (rows.length > 0)
      yield stringify(rows.map((row) => toCells(row, summarizeCard(membership, row, now).label)));
    after = rows.at(-1)?.id;
    if (rows.length < BATCH_SIZE) return;
  }
}

function toCells(row: CardRow, statusText: string): string[] {
  const spouse = [row.spouseFirstname, row.spouseLastname].filter(Boolean).join(' ');
  const formatDay = (instant: Date | null) => (instant === null ? '' : toBusinessDate(instant));
  return [
    formatPersonName(row),
    formatMembershipNumber(row.number),
    row.planName,
    [spouse, ...row.familyMembers].filter(Boolean).join(', '),
    statusText,
    row.holderId === null ? 'no' : 'yes',
    formatDay(row.claimedAt),
    formatDay(row.invitedAt),
    row.email ?? '',
    row.phone,
  ].map(guardCell);
}
