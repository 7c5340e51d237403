import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Table {
  columns: string[];
  rows: string[][];
}

/** A benchmark's results: tables with captions, and notes on how to read them. */
export interface Report {
  title: string;
  tables: Array<Table & { caption?: string }>;
  notes: string[];
}

export interface Bench {
  name: string;
  run(): Promise<Report>;
}

const FOLDER = join(import.meta.dirname, '../../../bench');

function line(cells: string[], widths: number[]): string {
  const padded = cells.map((cell, i) =>
    i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
  );
  return `| ${padded.join(' | ')} |`;
}

export function markdownTable({ columns, rows }: Table): string {
  const widths = columns.map((column, i) =>
    Math.max(column.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(columns, widths), line(rule, widths), ...rows.map((row) => line(row, widths))].join('\n');
}

export function markdown({ title, tables, notes }: Report): string {
  const parts = tables.flatMap((table) => [...(table.caption ? [table.caption] : []), markdownTable(table)]);
  return [
    `## ${title}`,
    ...parts,
    ...(notes.length > 0 ? [notes.map((note) => `- ${note}`).join('\n')] : []),
  ].join('\n\n');
}

/** Prints a report and saves it to `bench/<name>.md` with a description of the machine. */
export async function publish(name: string, machine: string, report: Report): Promise<void> {
  const text = markdown(report);
  console.log(`${text}\n`);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${name}.md`), `${machine}\n\n${text}\n`);
}
