import { SPEC_SECTIONS, type SpecLine } from './lines.ts';
import type { MarkedTitle } from './marks.ts';

export interface HeldLine extends SpecLine {
  section: string;
  tests: MarkedTitle[];
}

const namesOf = ({ mark, also = [] }: SpecLine) => [mark, ...also].map((name) => name.toLowerCase());

/** Each line of the specification with the tests whose titles name it. */
export function coverageOf(titles: readonly MarkedTitle[]): HeldLine[] {
  return SPEC_SECTIONS.flatMap(({ title: section, lines }) =>
    lines.map((one) => {
      const names = namesOf(one);
      const tests = titles.filter(({ marks }) => marks.some((mark) => names.includes(mark)));
      return { ...one, section, tests };
    }),
  );
}

/** Marks that no line has: misspelt, or of a line that is missing here. A bare 'S5' says its section alone. */
export function unknownMarks(titles: readonly MarkedTitle[]): string[] {
  const known = new Set(SPEC_SECTIONS.flatMap(({ lines }) => lines.flatMap(namesOf)));
  const unknown = titles.flatMap(({ file, marks }) =>
    marks
      .filter((mark) => !/^(s[2-9]|rest)$/.test(mark) && !known.has(mark))
      .map((mark) => `${file}: ${mark}`),
  );
  return [...new Set(unknown)];
}

const inCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The table as Markdown. */
export function coverageTable(held: readonly HeldLine[]): string {
  const sections = [...new Set(held.map(({ section }) => section))];
  const tables = sections.map((section) => {
    const rows = held
      .filter((one) => one.section === section)
      .map(({ mark, about, tests }) => {
        const list = tests.map(({ file, title }) => `${title ? `${inCell(title)} ` : ''}(\`${file}\`)`);
        return `| ${mark} | ${about} | ${list.join('<br>') || '**nothing**'} |`;
      });
    return [`## ${section}`, '', '| line | about | held by |', '|---|---|---|', ...rows, ''].join('\n');
  });
  return ['# What holds the specification', '', ...tables].join('\n');
}
