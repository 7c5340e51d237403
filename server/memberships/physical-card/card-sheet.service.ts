import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { findCompany, getCompanyStanding } from '../company/company.service.ts';
import { type CardToPrint, findCardsToPrint } from './card-sheet.repository.ts';
import type { CardSheet, SheetCard } from './card-sheet-pdf.ts';
import { printInThread } from './card-sheet-thread.ts';

/** Where offices have Letter paper; everywhere else it is A4. */
const LETTER_COUNTRIES = ['US', 'CA', 'MX'];

/** A few cards are drawn as fast as a receipt; to begin a thread for them would take longer. */
const MOST_AT_ONCE = 24;

const NOTHING_UNINVITED =
  'There is no card to print here: each employee has an e-mail address and was invited to claim the card. You can print the cards of all employees instead.';

/**
 * The cards of the account's employees as sheets to print and cut, a PDF in pieces: of those without an e-mail
 * address, who cannot be invited, or of all. COMPANY_NOT_FOUND where the account has none, CORPORATE_PLAN_INACTIVE
 * where its plan is not paid for now.
 */
export async function printCardSheet(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  accountId: string,
  { all }: { all: boolean },
): Promise<AsyncGenerator<Uint8Array>> {
  const sheet = await getCardSheet(deps, accountId, { all });
  if (sheet.cards.length > MOST_AT_ONCE) return printInThread(sheet);
  // The PDF library and its fonts are loaded for those who want one.
  return (await import('./card-sheet-pdf.ts')).cardSheetPdf(sheet);
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
  if (!standing?.isPaid) throw new AppError('CORPORATE_PLAN_INACTIVE');
  const { subscriptionId, periodEnd } = standing.membership;
  const rows = await findCardsToPrint(db, accountId, { subscriptionId, uninvited: !all });
  return {
    companyName: company.name,
    paper: LETTER_COUNTRIES.includes(company.country) ? 'letter' : 'a4',
    printedAt,
    cards: rows.map((row) => toSheetCard(row, periodEnd, config.publicUrl)),
    emptyWords: NOTHING_UNINVITED,
  };
}

function toSheetCard(row: CardToPrint, expiresAt: Date, publicUrl: string): SheetCard {
  const spouse = [row.spouseFirstname, row.spouseLastname].filter(Boolean).join(' ');
  return {
    number: row.number,
    planName: row.planName,
    holder: `${row.firstname} ${row.lastname}`,
    family: row.isFamily ? [spouse, ...row.familyMembers].filter(Boolean) : [],
    expiresAt,
    verificationUrl: `${publicUrl}/verify/card/${row.number}`,
  };
}
