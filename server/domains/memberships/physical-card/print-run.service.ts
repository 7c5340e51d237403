import { stringify } from 'csv-stringify/sync';
import type { Db } from '#db/client.ts';
import { toBusinessDate } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import { guardCell, UTF8_BOM } from '../../../lib/spreadsheet.ts';
import type { Deps } from '../../../platform/deps.ts';
import { getExpiry } from '../membership-state.shared.ts';
import { drawSheet, toSheetCard } from './card-sheet.service.ts';
import { findPrintRun, findRunShipments } from './card-shipment.repository.ts';
import type { CardShipment } from './card-shipment.schema.ts';
import { toCardShipment } from './card-shipment.service.ts';

export interface PrintRun {
  id: string;
  printedAt: Date;
  printedBy: string | null;
  /** Excludes cards that were put back into the queue. */
  cards: CardShipment[];
}

/** Throws NOT_FOUND. */
export async function getPrintRun({ db, now }: Pick<Deps, 'db' | 'now'>, id: string): Promise<PrintRun> {
  const { printedAt, printedBy } = await requirePrintRun(db, id);
  const instant = now();
  const cards = (await findRunShipments(db, id)).map((row) => toCardShipment(row, instant));
  return { id, printedAt, printedBy, cards };
}

async function requirePrintRun(db: Db, id: string) {
  const run = await findPrintRun(db, id);
  if (!run) throw new AppError('NOT_FOUND');
  return run;
}

/** Streams a PDF of the run's cards to print and cut out. Throws NOT_FOUND. */
export async function drawPrintRun(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  id: string,
): Promise<AsyncGenerator<Uint8Array>> {
  const { printedAt } = await requirePrintRun(db, id);
  const rows = await findRunShipments(db, id);
  return drawSheet({
    title: `Everything Cards, printed on ${toBusinessDate(printedAt)}`,
    paper: 'letter',
    printedAt,
    cards: rows.map((row) => toSheetCard(row, getExpiry(row), config.publicUrl)),
    emptyText: 'All cards in this print run were put back in the queue.',
  });
}

/** Returns the run's addresses as CSV, for labels. Throws NOT_FOUND. */
export async function exportRunAddresses(deps: Pick<Deps, 'db' | 'now'>, id: string): Promise<string> {
  const { cards } = await getPrintRun(deps, id);
  return (
    UTF8_BOM + stringify([SHIPMENT_HEADINGS, ...cards.map(toShipmentCells)].map((row) => row.map(guardCell)))
  );
}

const SHIPMENT_HEADINGS: readonly string[] = [
  'id',
  'membership ID',
  'plan',
  'name on card',
  'expires',
  'membership',
  'recipient',
  'street 1',
  'street 2',
  'city',
  'state',
  'zip',
  'country',
  'email',
  'card',
  'requested',
  'sent',
];

function toShipmentCells({ address, ...card }: CardShipment): string[] {
  return [
    card.id,
    card.number,
    card.planName,
    card.name,
    toBusinessDate(card.expiresAt),
    card.standing,
    card.recipient,
    address.street1,
    address.street2 ?? '',
    address.city,
    address.state,
    address.zip,
    address.country,
    card.email,
    card.isReplacement ? 'replacement' : 'first',
    toBusinessDate(card.requestedAt),
    card.sentAt ? toBusinessDate(card.sentAt) : '',
  ];
}
