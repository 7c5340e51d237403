export interface Table {
  columns: string[];
  rows: string[][];
}

function formatLine(cells: string[], widths: number[]): string {
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
  return [
    formatLine(columns, widths),
    formatLine(rule, widths),
    ...rows.map((row) => formatLine(row, widths)),
  ].join('\n');
}
