import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, test } from 'vitest';
import type { ReceiptView } from '#server/checkout/receipt/receipt.schema.ts';
import { buildReceiptFacts } from '#server/checkout/receipt/receipt-facts.ts';
import { renderReceiptPage } from '#server/checkout/receipt/receipt-page.ts';
import { renderReceiptPdf } from '#server/checkout/receipt/receipt-pdf.ts';

const support = { phone: '(555) 010-0199', email: 'help@card.example', hours: 'Mon-Fri 9am-5pm MST' };

const view: ReceiptView = {
  subject: 'membership',
  purchaseNumber: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e',
  paidAt: new Date('2026-11-21T06:59:59Z'),
  buyer: { name: 'Zoë Ærskin', email: 'zoe@example.com' },
  lines: [
    { description: 'Family Membership', amountCents: 9990 },
    { description: 'Physical Card', amountCents: 1000 },
  ],
  discount: { code: 'SPRING25', amountCents: 2498 },
  totalCents: 8492,
  refundedCents: 0,
  paidWith: { brand: 'amex', last4: '0005' },
  membershipNumber: '7K2M-9QXP-4ETH',
  renewal: { amountCents: 9990, interval: 'month', on: new Date('2026-12-21T07:00:00Z'), regular: null },
  endsOn: null,
  delivery: { to: ['Zoë Ærskin', '1437 BANNOCK ST', 'DENVER, CO 80202'], within: '7-10 business days' },
  cancelUrl: 'https://card.example/user',
};

const FREE: Partial<ReceiptView> = {
  totalCents: 0,
  paidWith: null,
  renewal: null,
  endsOn: new Date('2026-12-21T07:00:00Z'),
  cancelUrl: null,
  delivery: null,
};

function renderPage(changes: Partial<ReceiptView> = {}): string {
  return renderReceiptPage(
    { ...view, ...changes },
    { support, pdfUrl: '/api/receipt?id=1&format=pdf', homeUrl: '/' },
  );
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function wordsOfPage(html: string): string {
  return html
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ');
}

async function openPdf(changes: Partial<ReceiptView> = {}) {
  return getDocumentProxy(new Uint8Array(await renderReceiptPdf({ ...view, ...changes }, support)));
}

/** Returns the PDF's text without spaces, because a font change inside a word adds a space. */
async function lettersOfPdf(changes: Partial<ReceiptView> = {}): Promise<string> {
  const { text } = await extractText(await openPdf(changes), { mergePages: true });
  return text.replace(/\s+/g, '');
}

const letters = (text: string) => text.replace(/\s+/g, '');

/** Lists every text and amount on a receipt. */
function listFacts(changes: Partial<ReceiptView> = {}): string[] {
  const { title, about, lines, total, settled, notes } = buildReceiptFacts({ ...view, ...changes }, support);
  const rows = [...about, ...lines, total, ...settled].flatMap(({ label, value }) => [label, value]);
  return [
    title,
    ...rows,
    ...notes.flatMap(({ heading, text, url }) => [heading, text, ...(url ? [url] : [])]),
  ];
}

describe('[S9 receipt, S2 receipt] a receipt', () => {
  test('shows the lines, discount, and total in dollars, and the card by brand and last four digits', () => {
    const words = wordsOfPage(renderPage());
    expect(words).toContain(
      'Family Membership $99.90 Physical Card $10.00 Promo code SPRING25 -$24.98 Total paid $84.92',
    );
    expect(words).toContain('Paid with American Express ending in 0005');
  });

  test('[D20] shows the day in Denver, the purchase number, the buyer, and the membership ID', () => {
    const words = wordsOfPage(renderPage());
    expect(words).toContain('Date November 20th 2026');
    expect(words).toContain('Purchase number 019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e');
    expect(words).toContain('Name Zoë Ærskin E-mail zoe@example.com');
    expect(words).toContain('Membership ID 7K2M-9QXP-4ETH');
    expect(wordsOfPage(renderPage({ membershipNumber: null }))).not.toContain('Membership ID');
  });

  test('states what renews, when, and how to cancel', () => {
    const page = renderPage();
    expect(wordsOfPage(page)).toContain(
      'Your membership renews on December 21st 2026 for $99.90, and then every month until you cancel.',
    );
    expect(wordsOfPage(page)).toContain(
      'You can cancel any time, and use your membership until its expiry date:',
    );
    expect(page).toContain('<a href="https://card.example/user">https://card.example/user</a>');
    expect(wordsOfPage(renderPage({ cancelUrl: null }))).toContain(
      'You can cancel any time: please contact our customer support.',
    );
  });

  test('[D42] states the price before and after a promo code ends', () => {
    const regular = { amountCents: 9990, from: new Date('2027-02-21T07:00:00Z') };
    const renewal = {
      amountCents: 7492,
      interval: 'month' as const,
      on: new Date('2026-12-21T07:00:00Z'),
      regular,
    };
    expect(wordsOfPage(renderPage({ renewal }))).toContain(
      'Your membership renews on December 21st 2026 for $74.92, and then every month. From February 21st 2027 the price is $99.90 every month until you cancel.',
    );
  });

  test('[D25] states that a free period was not charged, doesn’t renew, and needs no cancellation', () => {
    const words = wordsOfPage(renderPage(FREE));
    expect(words).toContain('Total paid $0.00 Paid with No payment was due');
    expect(words).toContain(
      'Your membership ends on December 21st 2026 by itself. Nothing more will be charged.',
    );
    expect(words).not.toMatch(/cancel|renews/);
  });

  test('[D25] states that no payment was due if a 100% code reduced the charge to 0', () => {
    expect(wordsOfPage(renderPage({ totalCents: 0 }))).toContain('Paid with No payment was due');
  });

  test('shows refunds', () => {
    expect(wordsOfPage(renderPage({ refundedCents: 8492 }))).toContain('Refunded since $84.92');
    expect(wordsOfPage(renderPage())).not.toContain('Refunded');
  });

  test('[S2 completion] shows the physical card’s arrival and address only if one was bought', () => {
    expect(wordsOfPage(renderPage())).toContain(
      'We are processing your order and it should arrive within 7-10 business days. It goes to: Zoë Ærskin, 1437 BANNOCK ST, DENVER, CO 80202.',
    );
    expect(wordsOfPage(renderPage({ delivery: null }))).not.toContain('arrive');
  });

  test('shows an unknown card brand as "card"', () => {
    expect(wordsOfPage(renderPage({ paidWith: { brand: 'eftpos_au', last4: '1234' } }))).toContain(
      'Card ending in 1234',
    );
  });
});

describe('a receipt’s page', () => {
  test('is one document without scripts or external resources, hidden from search engines', () => {
    const page = renderPage();
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page).not.toMatch(/<script|<img|<link|\bsrc=|url\(|@import|\son\w+=/i);
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain('<title>Receipt 019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e - Everything Card</title>');
    expect(page).toContain('href="/api/receipt?id=1&amp;format=pdf"');
    expect(page).toContain('@media print');
  });

  test('has one <h1>, and a table with headers for rows and columns', () => {
    const page = renderPage();
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(page).toContain('<caption>What you bought</caption>');
    expect(page.match(/<th scope="col">/g)).toHaveLength(2);
    expect(page.match(/<th scope="row">/g)).toHaveLength(5);
  });

  test('escapes everything that a buyer entered', () => {
    const evil = '</style><img src=x onerror=alert(1)>"\'&';
    const page = renderPage({
      purchaseNumber: evil,
      buyer: { name: evil, email: evil },
      lines: [{ description: evil, amountCents: 1 }],
      discount: { code: evil, amountCents: 1 },
      paidWith: { brand: evil, last4: evil },
      membershipNumber: evil,
      delivery: { to: [evil], within: evil },
    });
    expect(page).not.toContain('<img');
    expect(
      page.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;/g)?.length,
    ).toBeGreaterThanOrEqual(8);
  });
});

describe('a receipt’s PDF', () => {
  test('has the same text as the page', async () => {
    const sold = { ...view, refundedCents: 100 };
    const pdf = await lettersOfPdf(sold);
    const page = letters(wordsOfPage(renderPage(sold)));
    for (const fact of listFacts(sold)) {
      expect(pdf).toContain(letters(fact));
      expect(page).toContain(letters(fact));
    }
    const free = await lettersOfPdf(FREE);
    for (const fact of listFacts(FREE)) expect(free).toContain(letters(fact));
  });

  test('is one Letter page with a title and a language', async () => {
    const pdf = await openPdf();
    expect(pdf.numPages).toBe(1);
    expect((await pdf.getPage(1)).view).toEqual([0, 0, 612, 792]);
    const { info } = await getMeta(pdf);
    expect(info).toMatchObject({
      Title: `Everything Card receipt ${view.purchaseNumber}`,
      Language: 'en-US',
    });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
  });

  test('embeds its fonts', async () => {
    const raw = Buffer.from(await renderReceiptPdf(view, support)).toString('latin1');
    const fonts = [...raw.matchAll(/\/BaseFont \/(\S+)/g)].map((match) => match[1] ?? '');
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+BricolageGrotesque/);
  });

  test.each([
    ['Zoë Ærskin', 'Zoë Ærskin'],
    ['Łukasz Żółć', 'Łukasz Żółć'],
    ['Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
    ['Nguye\u0302\u0303n', 'Nguyễn'],
    ['Ştefan Ğ', 'Ştefan Ğ'],
    ['Ĉarlo', 'Carlo'],
    ['Al 🎉👩‍👩‍👧 Green', 'Al Green'],
    ['Иван', '????'],
    ['山田', '??'],
    ['a\u0000\u202eb\nc', 'ab c'],
    ['ﬁ Ⅳ', 'fi IV'],
  ])('draws the name %j as %j', async (name, drawn) => {
    const pdf = await lettersOfPdf({ buyer: { name, email: 'a@example.com' } });
    expect(pdf).toContain(letters(`Name${drawn}`));
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

  test('keeps a link clickable that is longer than a line', async () => {
    const cancelUrl = `https://card.example/cancel?key=${'a1.'.repeat(120)}`;
    const pdf = await openPdf({ cancelUrl });
    expect(await lettersOfPdf({ cancelUrl })).toContain(cancelUrl);
    const annotations = await (await pdf.getPage(1)).getAnnotations();
    expect(annotations.length).toBeGreaterThan(1);
    for (const annotation of annotations) expect(annotation.url).toBe(cancelUrl);
  });
});
