import { stringify } from 'csv-stringify/sync';
import { guardCell } from '../../lib/spreadsheet.ts';
import { openTable } from '../../lib/table/table.ts';
import { TableError } from '../../lib/table/table-error.ts';
import { readInChunks } from '../../platform/take-turns.ts';
import type { findCodes } from './code.repository.ts';
import { webinarCodeInput } from './webinar.schema.ts';

type Code = Awaited<ReturnType<typeof findCodes>>[number];

function describeCodeState(code: Pick<Code, 'startedAt' | 'finishedAt' | 'selection'>): string {
  if (code.selection === 'SELECTED_SURVEY') return 'survey answered';
  if (code.selection === 'SELECTED_SIGN_UP') return 'signed up';
  if (code.finishedAt) return 'watched';
  return code.startedAt ? 'started' : 'new';
}

export function formatWebinarCodesFile(codes: readonly Code[]): string {
  const lines = codes.map((code) => [
    guardCell(code.code),
    describeCodeState(code),
    (code.selectedAt ?? code.finishedAt ?? code.startedAt ?? code.createdAt).toISOString(),
  ]);
  return stringify([['code', 'state', 'since'], ...lines]);
}

const CODE_PATTERN = /^[A-Z0-9]{4,40}$/;

const CODES_TABLE = { required: ['code'], columns: { code: ['codes', 'webinar code'] } };

interface CodesFile {
  codes: string[];
  faults: string[];
  /** The headings of columns that aren't used. */
  unused: string[];
}

/** Reads the column of codes. */
export async function readWebinarCodesFile(file: string | Uint8Array): Promise<CodesFile> {
  const codes = new Set<string>();
  const faults: string[] = [];
  const unused: string[] = [];
  try {
    const { headings, rows } = await openTable(readInChunks(Buffer.from(file)), CODES_TABLE);
    unused.push(...headings.unused);
    for await (const row of rows) {
      if ('fault' in row) {
        faults.push(`line ${row.fault.line}: ${row.fault.message}`);
        continue;
      }
      const { data } = webinarCodeInput.safeParse(row.cells);
      if (data && CODE_PATTERN.test(data.code)) codes.add(data.code);
      else faults.push(`line ${row.line}: a code is 4 to 40 letters and digits`);
    }
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    return { codes: [], faults: [error.message], unused };
  }
  return { codes: [...codes], faults, unused };
}
