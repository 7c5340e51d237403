import Papa from 'papaparse';
import { UTF8_MARK } from '#server/lib/spreadsheet.ts';
import { COLUMNS } from './employee-columns.ts';

const LARGEST_LIST = 1_000_000;

/** What is wrong with the file itself, in words; null where it can be read. */
function fileFault(bytes: Uint8Array): string | null {
  if (bytes.length > LARGEST_LIST) return 'Please choose a file of at most 1 MB';
  // A workbook is a zip file, or holds zeros: nothing of it is text.
  const isBinary = (bytes[0] === 0x50 && bytes[1] === 0x4b) || bytes.subarray(0, 4_096).includes(0);
  return isBinary ? 'Please save the list as a CSV file first, and choose that' : null;
}

/** The text of a chosen file, in the encodings that spreadsheets write; or what is wrong with it. */
export async function readFile(file: Blob): Promise<{ text: string } | { fault: string }> {
  if (file.size > LARGEST_LIST) return { fault: fileFault(new Uint8Array(LARGEST_LIST + 1)) ?? '' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const fault = fileFault(bytes);
  if (fault !== null) return { fault };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) };
  }
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
