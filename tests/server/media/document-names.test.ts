import fc from 'fast-check';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { renderReceiptPdf } from '#server/domains/checkout/receipt/receipt-pdf.ts';
import { toSheetCard } from '#server/domains/memberships/physical-card/card-sheet.service.ts';
import { streamCardSheetPdf } from '#server/domains/memberships/physical-card/card-sheet-pdf.ts';
import { documentName } from '#server/lib/document-name.ts';
import { canPrint, FONT_CHARACTERS } from '#server/lib/printable-text.ts';
import { formatPersonName } from '#server/lib/same-person.ts';
import { openPdf, type Pdf } from '#server/platform/media/pdf-document.ts';
import { getFontName } from '#server/platform/media/pdf-fonts.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { view } from '#tests/helpers/purchases/receipts.ts';
import { SELLER } from '#tests/helpers/seller.ts';

const LATIN = 'Latin Name';

/** One name in each script, and whether our fonts have it. */
const NAMES: Array<[script: string, name: string, isPrinted: boolean]> = [
  ['Latin', 'Łukasz Żółć', true],
  ['Latin, Vietnamese', 'Nguyễn Thị Hồng', true],
  ['Latin, Azerbaijani', 'Əliyev Həsən', true],
  ['Latin, Yoruba', 'Ọláṣùnkànmí Adébọ̀wálé', true],
  ['Latin, Hawaiian', 'Kaʻahumanu Kalākaua', true],
  ['Greek', 'Γιώργος Παπαδόπουλος', true],
  ['Greek, polytonic', 'Ἀριστοτέλης', true],
  ['Cyrillic', 'Дмитрий Щукин', true],
  ['Cyrillic, Ukrainian', 'Ґалаґан Їжак', true],
  ['Cyrillic, Kazakh', 'Қасым-Жомарт Әбіш', true],
  ['Armenian', 'Հայկ Պետրոսյան', false],
  ['Georgian', 'ნინო ბერიძე', false],
  ['Hebrew', 'יוסף לוי', false],
  ['Arabic', 'محمد علی', false],
  ['Persian', 'رضا\u200Cپور', false],
  ['Syriac', 'ܐܦܪܝܡ', false],
  ['Devanagari', 'राहुल शर्मा', false],
  ['Bengali', 'বন্দ্যোপাধ্যায়', false],
  ['Gurmukhi', 'ਸਿੰਘ', false],
  ['Gujarati', 'પટેલ', false],
  ['Tamil', 'சுந்தரம்', false],
  ['Telugu', 'రాజు', false],
  ['Sinhala', 'විජේසිංහ', false],
  ['Thai', 'ศรีสุวรรณ', false],
  ['Khmer', 'ទេព សុខា', false],
  ['Burmese', 'အောင်ဆန်း', false],
  ['Ethiopic', 'ተስፋዬ', false],
  ['Mongolian', 'ᠪᠠᠲᠤ', false],
  ['Han', '王小明', false],
  ['Japanese', 'やまだ タロウ', false],
  ['Hangul', '김민준', false],
  ['Latin and Han', 'Anna 王', false],
];

interface Glyph {
  unicode?: string;
  width?: number;
}
const isGlyph = (item: unknown): item is Glyph => typeof item === 'object' && item !== null;

/**
 * Reads what a PDF's fonts draw: its letters, without spaces. Throws if a glyph stands for no character. The
 * second half of a letter with an accent may have a control character.
 */
async function readGlyphs(pdf: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages = Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1));
  const texts = await Promise.all(
    pages.map(async (page) => {
      const { argsArray } = await (await page).getOperatorList();
      const glyphs: unknown[] = argsArray.flat(3);
      return glyphs.flatMap((glyph) => (isGlyph(glyph) && typeof glyph.unicode === 'string' ? glyph : []));
    }),
  );
  for (const glyph of texts.flat()) expect(['', '\0', '\ufffd']).not.toContain(glyph.unicode);
  return texts
    .flat()
    .map(({ unicode }) => unicode)
    .join('')
    .replace(/[\s\p{Cc}]+/gu, '');
}

const letters = (text: string) => text.normalize('NFC').replace(/\s+/g, '');

const NUMBER = '7K2M9QXP4ETH';

interface CardNames {
  firstname: string;
  lastname?: string;
  latinName?: string | null;
  email?: string | null;
  family?: string[];
}

function toCard({ firstname, lastname = '', latinName = null, email = null, family = [] }: CardNames) {
  const row = {
    ...{ number: NUMBER, planName: 'Family', isFamily: true, firstname, lastname, latinName, email },
    ...{ spouseFirstname: null, spouseLastname: null, spouseLatinName: null },
    ...{ familyMembers: family, familyLatinNames: [] },
  };
  return toSheetCard(row, new Date('2027-11-22T12:00:00Z'), 'https://card.example');
}

async function printCards(people: CardNames[]): Promise<Buffer> {
  const printedAt = new Date('2026-11-22T12:00:00Z');
  const sheet = {
    title: 'Cards',
    paper: 'letter' as const,
    printedAt,
    cards: people.map(toCard),
    emptyText: '',
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of streamCardSheetPdf(sheet)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('[D68] names in documents', () => {
  test.each(NAMES)('%s: %s can be printed: %s', (_, name, isPrinted) => {
    expect(canPrint(name)).toBe(isPrinted);
  });

  test('are the names themselves where our fonts have them, and the Latin names otherwise', async () => {
    const cards = await printCards(NAMES.map(([, firstname]) => ({ firstname, latinName: LATIN })));
    const text = letters(await readGlyphs(cards));
    for (const [, name, isPrinted] of NAMES) if (isPrinted) expect(text).toContain(letters(name));
    expect(text.split(letters(LATIN))).toHaveLength(NAMES.filter(([, , isPrinted]) => !isPrinted).length + 1);
    expect(text).not.toContain('?');
  });

  test('fall back to the email address, then to the membership number', async () => {
    const person = { firstname: '小明', lastname: '王' };
    expect(documentName({ ...person, email: 'li.wei@example.com', number: NUMBER })).toBe('li.wei');
    expect(documentName({ ...person, email: '王@example.com', number: NUMBER })).toBe('7K2M-9QXP-4ETH');
    expect(documentName({ firstname: '🎉' })).toBe('Member');
    const buyer = { name: '王小明', latinName: null, email: 'li.wei@example.com' };
    const delivery = { to: ['王小明', '1 Main St'], within: '7 days' };
    const receipt = await readGlyphs(await renderReceiptPdf({ ...view, buyer, delivery }, SELLER));
    expect(receipt).toContain('Billedtoli.weili.wei@example.com');
    expect(receipt).toContain('Itshipsto:li.wei,1MainSt');
    const card = await readGlyphs(await printCards([{ ...person, family: ['李雪', 'Ann Lee'] }]));
    expect(card).toContain('7K2M-9QXP-4ETHAnnLee,1more');
  });

  test('have neither question marks nor missing glyphs for any text', async () => {
    const script = fc.constantFrom(...NAMES.map(([, name]) => name));
    const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), script);
    const person = fc.record({ firstname: text, lastname: text, family: fc.array(text, { maxLength: 3 }) });
    const withoutMarks = (name: string) => name.replaceAll('?', '');
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 16, maxLength: 16 }), async (people) => {
        const cards = people.map(({ firstname, lastname, family }) => ({
          firstname: withoutMarks(firstname),
          lastname: withoutMarks(lastname),
          family: family.map(withoutMarks),
        }));
        expect(await readGlyphs(await printCards(cards))).not.toContain('?');
      }),
      { numRuns: caseCount(5, 100) },
    );
  });

  test.each([
    ['one word', { firstname: 'W'.repeat(100), lastname: 'M'.repeat(100) }],
    ['many words', { firstname: 'Wolfeschlegel '.repeat(7), lastname: 'Hausenbergerdorff '.repeat(5) }],
    ['wide Cyrillic letters', { firstname: 'Щ'.repeat(100), lastname: 'Ж'.repeat(100) }],
    [
      'a family',
      { firstname: 'W'.repeat(100), lastname: 'M'.repeat(100), family: ['Ann Lee', 'W'.repeat(200)] },
    ],
  ])('of the greatest length stay inside their place on a card: %s', async (_, person) => {
    const pdf = await printCards([person]);
    const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
    const start = texts.findIndex(({ str }) => str === 'Member' || str === 'Names on Card');
    const end = texts.findIndex(({ str }) => str === 'Plan');
    const names = texts.slice(start + 1, end);
    const printed = letters(names.map(({ str }) => str).join(''));
    expect(printed).toContain(letters(formatPersonName(person)));
    const left = Number(texts[start]?.transform[4]);
    const planTop = Number(texts[end]?.transform[5]) + Number(texts[end]?.height);
    for (const { transform, width } of names) {
      // The code is 8 points to the right of the column of texts.
      expect(Number(transform[4]) + width).toBeLessThan(left + 132.7);
      expect(Number(transform[5])).toBeGreaterThan(planTop);
    }
  });

  test('use a table of what the font files have', () => {
    for (const [file, ranges] of FONT_CHARACTERS) {
      const listed = ranges.split(' ').flatMap((range) => {
        const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
        return Array.from({ length: last - first + 1 }, (_, index) => first + index);
      });
      for (const weight of [400, 700] as const) {
        const pdf = openPdf({ ...PAGE, title: file });
        pdf.font(getFontName(file, weight));
        expect(listed.filter((code) => !hasGlyph(pdf, code))).toEqual([]);
      }
    }
  });
});

const PAGE = { createdAt: new Date(0), page: { width: 612, height: 792 }, margin: 40 };

/** A missing glyph has the number 0. */
function hasGlyph(pdf: Pdf, code: number): boolean {
  const file = Reflect.get(z.instanceof(Object).parse(Reflect.get(pdf, '_font')), 'font');
  const lookUp = z.instanceof(Function).parse(Reflect.get(file, 'glyphForCodePoint'));
  return z.object({ id: z.number() }).parse(Reflect.apply(lookUp, file, [code])).id !== 0;
}
