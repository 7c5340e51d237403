import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Comparison, recordResults, resultsTable } from './results.ts';
import { markdownTable, type Table } from './table.ts';

/** A benchmark's results: tables with captions, and notes on how to read them. */
export interface Report {
  title: string;
  /** Printed as the first table. `publish` may also record them in RESULTS.md. */
  comparisons?: Comparison[];
  tables: Array<Table & { caption?: string }>;
  notes: string[];
}

export interface BenchOptions {
  /** True for a smoke test of the benchmark: less data, and fewer, shorter measurements. */
  isQuick: boolean;
}

export interface Bench {
  name: string;
  run(options: BenchOptions): Promise<Report>;
}

const FOLDER = join(import.meta.dirname, '../../../bench');

function formatMarkdown({ title, tables, notes }: Report): string {
  const parts = tables.flatMap((table) => [...(table.caption ? [table.caption] : []), markdownTable(table)]);
  return [
    `## ${title}`,
    ...parts,
    ...(notes.length > 0 ? [notes.map((note) => `- ${note}`).join('\n')] : []),
  ].join('\n\n');
}

export interface Machine {
  description: string;
  /** How busy the machine was before the run. */
  load: string;
}

/**
 * Prints a report and saves it to `bench/<name>.md` with a description of the machine. Also records
 * comparisons in RESULTS.md if `isRecorded`.
 */
export async function publish(
  name: string,
  { description, load }: Machine,
  report: Report,
  isRecorded = false,
): Promise<void> {
  const { comparisons = [], tables } = report;
  const measured = `${new Date().toISOString().slice(0, 16).replace('T', ' ')}, load ${load}`;
  const table = resultsTable(comparisons, measured);
  const text = formatMarkdown({ ...report, tables: comparisons.length > 0 ? [table, ...tables] : tables });
  console.log(`${text}\n`);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${name}.md`), `${description}, load ${load}\n\n${text}\n`);
  if (isRecorded && comparisons.length > 0) await recordResults(comparisons, description, measured);
}
