import { documentName, documentNameOnly } from '../../../lib/document-name.ts';
import { AppError } from '../../../lib/errors.ts';
import { paths } from '../../../lib/pages.shared.ts';
import { formatPersonName } from '../../../lib/same-person.ts';
import type { Deps } from '../../../platform/deps.ts';
import { drawInThread } from '../../../platform/media/pdf-thread.ts';
import { findCompany, getCompanyStanding } from '../company/company.service.ts';
import { type CardToPrint, findCardsToPrint } from './card-sheet.repository.ts';
import type { CardSheet, SheetCard } from './card-sheet-pdf.ts';

/** Companies in these countries get Letter paper, all others A4. */
const LETTER_COUNTRIES = ['US', 'CA', 'MX'];

const WORKER = new URL('./card-sheet-worker.ts', import.meta.url);

const NO_CARDS_MESSAGE =
  'There are no cards to print here. Each employee has an email address and was invited to claim their card. You can print all employees’ cards instead.';

/**
 * Streams a PDF of employee cards to print and cut out. Unless `all` is set, it contains only the cards of
 * employees without an email address, who can't be invited. Throws COMPANY_NOT_FOUND, or
 * CORPORATE_PLAN_INACTIVE if the plan isn't active.
 */
export async function drawCardSheet(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  accountId: string,
  { all }: { all: boolean },
): Promise<AsyncGenerator<Uint8Array>> {
  const sheet = await getCardSheet(deps, accountId, { all });
  return drawSheet(sheet);
}

/** Streams a PDF of cards to print and cut out. */
export async function drawSheet(sheet: CardSheet): Promise<AsyncGenerator<Uint8Array>> {
  return drawInThread(WORKER, sheet);
}

async function getCardSheet(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  accountId: string,
  { all }: { all: boolean },
): Promise<CardSheet> {
  const printedAt = now();
  const company = await findCompany(db, accountId);
  if (!company) throw new AppError('COMPANY_NOT_FOUND');
  const standing = await getCompanyStanding(db, accountId, printedAt);
  if (!standing?.isActive) throw new AppError('CORPORATE_PLAN_INACTIVE');
  const { subscriptionId, periodEnd } = standing.membership;
  const rows = await findCardsToPrint(db, accountId, { subscriptionId, uninvited: !all });
  return {
    title: `Everything Cards for ${company.name}`,
    paper: LETTER_COUNTRIES.includes(company.country) ? 'letter' : 'a4',
    printedAt,
    cards: rows.map((row) => toSheetCard(row, periodEnd, config.publicUrl)),
    emptyText: NO_CARDS_MESSAGE,
  };
}

export function toSheetCard(row: CardToPrint, expiresAt: Date, publicUrl: string): SheetCard {
  const spouse = {
    name: formatPersonName({ firstname: row.spouseFirstname, lastname: row.spouseLastname }),
    latinName: row.spouseLatinName,
  };
  const members = row.familyMembers.map((name, i) => ({ name, latinName: row.familyLatinNames[i] }));
  return {
    number: row.number,
    planName: row.planName,
    holder: documentName(row),
    familyNames: row.isFamily
      ? [spouse, ...members].filter(({ name }) => name !== '').map(documentNameOnly)
      : [],
    expiresAt,
    verificationUrl: `${publicUrl}${paths.verifyCard(row.number)}`,
  };
}
