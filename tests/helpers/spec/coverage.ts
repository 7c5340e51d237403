import { SPEC_SECTIONS, type SpecLine } from './lines.ts';
import type { MarkedTitle } from './marks.ts';

export interface CoveredLine extends SpecLine {
  section: string;
  tests: MarkedTitle[];
}

const listMarks = ({ mark, aliases: also = [] }: SpecLine) =>
  [mark, ...also].map((name) => name.toLowerCase());

/** Lists each line of the specification with the tests that are marked with it. */
export function measureCoverage(titles: readonly MarkedTitle[]): CoveredLine[] {
  return SPEC_SECTIONS.flatMap(({ title: section, lines }) =>
    lines.map((line) => {
      const names = listMarks(line);
      const tests = titles.filter(({ marks }) => marks.some((mark) => names.includes(mark)));
      return { ...line, section, tests };
    }),
  );
}

/**
 * Lists marks that are misspelled or missing from lines.ts. Marks of a whole section, such as 'S5', are fine.
 */
export function unknownMarks(titles: readonly MarkedTitle[]): string[] {
  const knownMarks = new Set(SPEC_SECTIONS.flatMap(({ lines }) => lines.flatMap(listMarks)));
  const unknown = titles.flatMap(({ file, marks }) =>
    marks
      .filter((mark) => !/^(s[2-9]|rest)$/.test(mark) && !knownMarks.has(mark))
      .map((mark) => `${file}: ${mark}`),
  );
  return [...new Set(unknown)];
}

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Formats the coverage as Markdown tables. */
export function coverageTable(coverage: readonly CoveredLine[]): string {
  const sections = [...new Set(coverage.map(({ section }) => section))];
  const tables = sections.map((section) => {
    const rows = coverage
      .filter((line) => line.section === section)
      .map(({ mark, description: about, tests }) => {
        const list = tests.map(({ file, title }) => `${title ? `${escapeCell(title)} ` : ''}(\`${file}\`)`);
        return `| ${mark} | ${about} | ${list.join('<br>') || '**nothing**'} |`;
      });
    return [`## ${section}`, '', '| line | about | covered by |', '|---|---|---|', ...rows, ''].join('\n');
  });
  return ['# Specification coverage', '', ...tables].join('\n');
}
