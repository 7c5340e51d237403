import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Matches a figure with its unit: '98%', '$50', '30 days', '5,000 people', '100 miles'. */
const FIGURE =
  /\$\d+|\d+%|\b\d[\d,.]*\+?\s(?:business\s|more\s)?(?:days?|hours?|weeks?|months?|years?|miles|cards?|followers|people|employees|years old)\b/g;
/** A product name and a sentence from an IRS form, whose figures never change. */
const ALLOWED = [/7 Day Business Trial/g, /I will send a new form within 30 days/g];

function figuresIn(source: string): string[] {
  const words = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '').replace(/\s+/g, ' ');
  return ALLOWED.reduce((rest, name) => rest.replace(name, ''), words).match(FIGURE) ?? [];
}

describe('[D1] [S9] figures in copy', () => {
  test('are detected in text but not in code or comments', () => {
    expect(figuresIn(`<p>Over 98% stay, from $5 on,\n for 7\n days. {/* 30 days */}</p> // 5 cards`)).toEqual(
      ['98%', '$5', '7 days'],
    );
    expect(figuresIn('<p>{TRIAL_DAYS} days, {SHARE}%: the 7 Day Business Trial</p>')).toEqual([]);
  });

  test('are never hard-coded in a component', async () => {
    const hardCoded: string[] = [];
    for await (const file of glob('web/**/*.tsx', { cwd: root })) {
      const figures = figuresIn(await readFile(join(root, file), 'utf8'));
      if (figures.length > 0) hardCoded.push(`${file}: ${figures.join(', ')}`);
    }
    expect(hardCoded.sort()).toEqual([]);
  });
});
