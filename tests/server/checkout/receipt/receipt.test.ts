import { describe, expect, test } from 'vitest';
import { renderReceiptPage } from '#server/domains/checkout/receipt/receipt-page.ts';
import { FREE, REFUND, renderPage, view, wordsOfPage } from '#tests/helpers/purchases/receipts.ts';
import { SELLER } from '#tests/helpers/seller.ts';

describe('[S9 receipt, S2 receipt] a receipt', () => {
  test('shows the lines, discount, and total in dollars, and the card by brand and last four digits', () => {
    const words = wordsOfPage(renderPage());
    expect(words).toContain(
      'Family Membership $99.90 Physical Card $10.00 Promo code SPRING25 -$24.98 Total paid $84.92',
    );
    expect(words).toContain('Paid with American Express ending in 0005');
  });

  test('[D20] shows the receipt number, the day in Denver, the purchase’s id, the buyer, and the membership ID', () => {
    const words = wordsOfPage(renderPage());
    expect(words).toContain('Date November 20, 2026');
    expect(words).toContain('Receipt number 1B2A-3F4E');
    expect(words).toContain('Purchase ID 019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e');
    expect(words).toContain('Billed to Zoë Ærskin zoe@example.com');
    expect(words).toContain('Membership ID 7K2M-9QXP-4ETH');
    expect(wordsOfPage(renderPage({ membershipNumber: null }))).not.toContain('Membership ID');
  });

  test('states what renews, when, and how to cancel', () => {
    const page = renderPage();
    expect(wordsOfPage(page)).toContain(
      'Your membership renews on December 21, 2026, for $99.90, and then every month until you cancel.',
    );
    expect(wordsOfPage(page)).toContain(
      'You can cancel any time, and use your membership until it expires. card.example/user',
    );
    expect(page).toContain('<a href="https://card.example/user">card.example/user</a>');
    expect(wordsOfPage(renderPage({ cancelLink: null }))).toContain(
      'You can cancel any time. Please contact customer support.',
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
      'Your membership renews on December 21, 2026, for $74.92, and then every month. Starting February 21, 2027, the price is $99.90 every month until you cancel.',
    );
  });

  test('[D25] states that a free period was not charged, doesn’t renew, and needs no cancellation', () => {
    const words = wordsOfPage(renderPage(FREE));
    expect(words).toContain('Total paid $0.00 Paid with No payment was due');
    expect(words).toContain(
      'Your membership ends on its own on December 21, 2026. You won’t be charged again.',
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
      'We are processing your order and it should arrive within 7-10 business days. It ships to: Zoë Ærskin, 1437 BANNOCK ST, DENVER, CO 80202.',
    );
    expect(wordsOfPage(renderPage({ delivery: null }))).not.toContain('arrive');
  });

  test('names the seller, with the address once staff have set it', () => {
    expect(wordsOfPage(renderPage())).toContain('Sold by Everything Card 1437 Bannock St, Denver, CO 80202');
    const page = renderReceiptPage(view, {
      seller: { ...SELLER, postalAddress: null },
      pdfUrl: '/',
      homeUrl: '/',
    });
    expect(wordsOfPage(page)).toContain('Sold by Everything Card Billed to');
  });

  test('shows an unknown card brand as "card"', () => {
    expect(wordsOfPage(renderPage({ paidWith: { brand: 'eftpos_au', last4: '1234' } }))).toContain(
      'Card ending in 1234',
    );
  });
});

describe('[D55] the receipt of a refund', () => {
  test('names the payment, the card, and when the money arrives', () => {
    const page = renderPage(REFUND);
    expect(page).toContain('<h1>Refund receipt</h1>');
    expect(wordsOfPage(page)).toContain(
      'Family Membership, paid on November 20, 2026 $10.00 Total refunded $10.00 Refunded to American Express ending in 0005',
    );
    expect(wordsOfPage(page)).toContain('Most banks show a refund within 5 to 10 business days.');
  });

  test('says if the bank did not accept it', () => {
    const words = wordsOfPage(renderPage({ ...REFUND, type: 'failed-refund' }));
    expect(words).toContain('Not refunded $10.00 Not credited to American Express ending in 0005');
    expect(words).toContain('Your bank didn’t accept this refund.');
  });
});

describe('a receipt’s page', () => {
  test('is one document without scripts or external resources, hidden from search engines', () => {
    const page = renderPage();
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page).not.toMatch(/<script|<img|<link|\bsrc=|url\(|@import|\son\w+=/i);
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain('<title>Receipt 1B2A-3F4E - Everything Card</title>');
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
