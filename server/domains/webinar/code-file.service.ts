import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { guardCell } from '../../lib/spreadsheet.ts';
import type { findCodes } from './code.repository.ts';
import { webinarCodeInput } from './webinar.schema.ts';

type Code = Awaited<ReturnType<typeof findCodes>>[number];

export function describeCodeState(code: Pick<Code, 'startedAt' | 'finishedAt' | 'selection'>): string {
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
const codeRow = z.object({ code: z.string() });

/** Reads the column of codes; other columns are ignored. */
export function readWebinarCodesFile(text: string): { codes: string[]; faults: string[] } {
  const codes = new Set<string>();
  const faults: string[] = [];
  let rows: unknown[];
  try {
    rows = parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    return { codes: [], faults: [error instanceof Error ? error.message : 'The file is not CSV.'] };
  }
  for (const [index, record] of rows.entries()) {
    const parsed = codeRow.pipe(webinarCodeInput).safeParse(record);
    if (parsed.success && CODE_PATTERN.test(parsed.data.code)) codes.add(parsed.data.code);
    else faults.push(`line ${index + 2}: a code is 4 to 40 letters and digits, in a column named code`);
  }
  return { codes: [...codes], faults };
}
