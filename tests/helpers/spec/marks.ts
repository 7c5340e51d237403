import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** A test or `describe` whose title begins with a mark of a specification line: `[S5 register] …`. */
export interface MarkedTitle {
  file: string;
  marks: string[];
  title: string;
}

const BRACKETS = /^((?:\[[^\]]+\]\s*)+)(.*)$/s;
const SPEC_MARK = /^(?:S[2-9]|rest)\b/;

/** Returns the specification marks in a title's brackets in lower case, but not others such as `[D26]`. */
export function parseMarks(title: string): string[] {
  const [, brackets = ''] = BRACKETS.exec(title) ?? [];
  return [...brackets.matchAll(/\[([^\]]+)\]/g)]
    .flatMap(([, inside = '']) => inside.split(/,\s*/))
    .map((mark) => mark.trim().toLowerCase())
    .filter((mark) => SPEC_MARK.test(mark[0] === 's' ? `S${mark.slice(1)}` : mark));
}

/** Finds the marked titles in a test file, in calls and in table rows: all strings that begin with a mark. */
export function readTitles(file: string, text: string): MarkedTitle[] {
  const titles: MarkedTitle[] = [];
  const addTitle = (title: string) => {
    const marks = parseMarks(title);
    if (marks.length > 0) titles.push({ file, marks, title: BRACKETS.exec(title)?.[2]?.trim() ?? '' });
  };
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') addTitle(value);
    },
    TemplateLiteral: ({ quasis }) => addTitle(quasis.map(({ value }) => value.cooked ?? '').join('…')),
  }).visit(parseSync(file, text).program);
  return titles;
}

/** Finds the marked titles of all tests. */
export async function markedTitles(root: string): Promise<MarkedTitle[]> {
  const titles: MarkedTitle[] = [];
  for await (const path of glob('tests/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['tests/helpers/spec/**', 'tests/spec*.ts'],
  })) {
    titles.push(...readTitles(path, await readFile(join(root, path), 'utf8')));
  }
  return titles.sort((a, b) => a.file.localeCompare(b.file));
}
