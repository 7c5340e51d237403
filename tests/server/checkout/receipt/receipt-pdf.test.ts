import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, test } from 'vitest';
import type { ReceiptView } from '#server/domains/checkout/receipt/receipt.schema.ts';
import { buildReceiptFacts } from '#server/domains/checkout/receipt/receipt-facts.ts';
import { renderReceiptPdf } from '#server/domains/checkout/receipt/receipt-pdf.ts';
import { FREE, REFUND, renderPage, view, wordsOfPage } from '#tests/helpers/purchases/receipts.ts';
import { SELLER } from '#tests/helpers/seller.ts';

async function openPdf(changes: Partial<ReceiptView> = {}) {
  return getDocumentProxy(new Uint8Array(await renderReceiptPdf({ ...view, ...changes }, SELLER)));
}

/** Returns the PDF's text without spaces, because a font change inside a word adds a space. */
async function lettersOfPdf(changes: Partial<ReceiptView> = {}): Promise<string> {
  const { text } = await extractText(await openPdf(changes), { mergePages: true });
  return text.replace(/\s+/g, '');
}

const letters = (text: string) => text.replace(/\s+/g, '');

/** Lists every text and amount on a receipt. */
function listFacts(changes: Partial<ReceiptView> = {}): string[] {
  const { title, parties, about, lines, total, settled, notes } = buildReceiptFacts(
    { ...view, ...changes },
    SELLER,
  );
  const rows = [...about, ...lines, total, ...settled].flatMap(({ label, value }) => [label, value]);
  return [
    title,
    ...parties.flatMap(({ heading, lines: partyLines }) => [heading, ...partyLines]),
    ...rows,
    ...notes.flatMap(({ heading, text, link }) => [heading, text, ...(link ? [link.label] : [])]),
  ];
}

describe('a receipt’s PDF', () => {
  test('has the same text as the page', async () => {
    const receipt = { ...view, refundedCents: 100 };
    const pdf = await lettersOfPdf(receipt);
    const page = letters(wordsOfPage(renderPage(receipt)));
    for (const fact of listFacts(receipt)) {
      expect(pdf).toContain(letters(fact));
      expect(page).toContain(letters(fact));
    }
    for (const other of [FREE, REFUND]) {
      const text = await lettersOfPdf(other);
      for (const fact of listFacts(other)) expect(text).toContain(letters(fact));
    }
  });

  test('is one Letter page with a title and a language', async () => {
    const pdf = await openPdf();
    expect(pdf.numPages).toBe(1);
    expect((await pdf.getPage(1)).view).toEqual([0, 0, 612, 792]);
    const { info } = await getMeta(pdf);
    expect(info).toMatchObject({
      Title: `Everything Card receipt ${view.receiptNumber}`,
      Language: 'en-US',
    });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
  });

  test('embeds its fonts', async () => {
    const raw = Buffer.from(await renderReceiptPdf(view, SELLER)).toString('latin1');
    const fonts = [...raw.matchAll(/\/BaseFont \/(\S+)/g)].map((match) => match[1] ?? '');
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+(BricolageGrotesque|NotoSans)/);
  });

  test.each([
    ['Zoë Ærskin', 'Zoë Ærskin'],
    ['Łukasz Żółć', 'Łukasz Żółć'],
    ['Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
    ['Nguye\u0302\u0303n', 'Nguyễn'],
    ['Ştefan Ğ', 'Ştefan Ğ'],
    ['Ĉarlo', 'Ĉarlo'],
    ['Al 🎉👩‍👩‍👧 Green', 'Al Green'],
    ['Иван Щукин', 'Иван Щукин'],
    ['Παπαδόπουλος', 'Παπαδόπουλος'],
    ['山田 🎉', 'Yamada'],
    ['a\u0000\u202eb\nc', 'ab c'],
    ['ﬁ Ⅳ', 'fi IV'],
  ])('draws the name %j as %j', async (name, drawn) => {
    const pdf = await lettersOfPdf({ buyer: { name, latinName: 'Yamada', email: 'a@example.com' } });
    expect(pdf).toContain(letters(`${drawn}a@example.com`));
  });

  test('can be rendered for any text', async () => {
    for (const name of ['', '🎉', '\ud83d', 'x'.repeat(3_000), '\u0301\u0301', ' ']) {
      const pdf = await openPdf({ buyer: { name, email: 'a@example.com' } });
      expect(pdf.numPages).toBeGreaterThanOrEqual(1);
    }
  });

  test('continues on the next page without losing lines', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => ({
      description: `Employee card number ${i + 1}`,
      amountCents: 4995 + i,
    }));
    const pdf = await openPdf({ lines });
    expect(pdf.numPages).toBeGreaterThan(1);
    const text = await lettersOfPdf({ lines });
    for (const fact of listFacts({ lines })) expect(text).toContain(letters(fact));
  });

  test('links to the page that cancels', async () => {
    const url = 'https://card.example/cancel?receipt=019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e';
    const cancelLink = { label: 'Email me a link to cancel', url };
    const pdf = await openPdf({ cancelLink });
    expect(await lettersOfPdf({ cancelLink })).toContain('expires.Emailmealinktocancel');
    const annotations = await (await pdf.getPage(1)).getAnnotations();
    expect(annotations.map((annotation) => annotation.url)).toEqual([url]);
  });
});
