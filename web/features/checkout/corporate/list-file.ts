import Papa from 'papaparse';
import { COLUMNS } from '#server/checkout/kinds/corporate/employee-columns.schema.ts';
import { decodeList, LARGEST_LIST_BYTES } from '#server/checkout/kinds/corporate/employee-list.schema.ts';
import { UTF8_MARK } from '#server/lib/spreadsheet.ts';

/** The text of a chosen file; or what is wrong with it. */
export async function readFile(file: Blob): Promise<{ text: string } | { fault: string }> {
  // One byte more than is taken says enough of a file that is too large.
  return decodeList(new Uint8Array(await file.slice(0, LARGEST_LIST_BYTES + 1).arrayBuffer()));
}

const EXAMPLE = [
  'Ann',
  'Smith',
  '(555) 010-0142',
  'ann@example.com',
  'yes',
  'Sam',
  'Smith',
  'Kim Smith; Lee Smith',
];

/** A list with the headings and one example, to be filled in by a spreadsheet. */
export function templateFile(): Blob {
  const titles = COLUMNS.map(({ title }) => title);
  return new Blob([UTF8_MARK + Papa.unparse([titles, EXAMPLE])], { type: 'text/csv' });
}
