import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** A test, or a group of them, whose title begins with its place in the specification: `[S5 register] …`. */
export interface MarkedTitle {
  file: string;
  marks: string[];
  title: string;
}

const BRACKETS = /^((?:\[[^\]]+\]\s*)+)(.*)$/s;
const PLACE = /^(?:S[2-9]|rest)\b/;

/** The places in a title's brackets: '[S2, S4 cancel][D26] …' names S2 cancel and S4 cancel. */
export function marksOf(title: string): string[] {
  const [, brackets = ''] = BRACKETS.exec(title) ?? [];
  return [...brackets.matchAll(/\[([^\]]+)\]/g)]
    .flatMap(([, inside = '']) => inside.split(/,\s*/))
    .map((mark) => mark.trim().toLowerCase())
    .filter((mark) => PLACE.test(mark[0] === 's' ? `S${mark.slice(1)}` : mark));
}

/** The marked titles of a test file's text, wherever its strings stand: in calls, or in the rows of a table. */
export function titlesOf(file: string, text: string): MarkedTitle[] {
  const found: MarkedTitle[] = [];
  const take = (title: string) => {
    const marks = marksOf(title);
    if (marks.length > 0) found.push({ file, marks, title: BRACKETS.exec(title)?.[2]?.trim() ?? '' });
  };
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') take(value);
    },
    TemplateLiteral: ({ quasis }) => take(quasis.map(({ value }) => value.cooked ?? '').join('…')),
  }).visit(parseSync(file, text).program);
  return found;
}

/** Every marked title of the tests. */
export async function markedTitles(root: string): Promise<MarkedTitle[]> {
  const titles: MarkedTitle[] = [];
  for await (const path of glob('tests/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['tests/helpers/spec/**', 'tests/spec*.ts'],
  })) {
    titles.push(...titlesOf(path, await readFile(join(root, path), 'utf8')));
  }
  return titles.sort((a, b) => a.file.localeCompare(b.file));
}
