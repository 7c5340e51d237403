import type { ReceiptView } from '#server/domains/checkout/receipt/receipt.schema.ts';
import { renderReceiptPage } from '#server/domains/checkout/receipt/receipt-page.ts';
import { SELLER } from '../seller.ts';

export const view: ReceiptView = {
  type: 'payment',
  subject: 'membership',
  receiptNumber: '1B2A-3F4E',
  purchaseNumber: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e',
  paidAt: new Date('2026-11-21T06:59:59Z'),
  period: { start: new Date('2026-11-21T06:59:59Z'), end: new Date('2026-12-21T07:00:00Z') },
  buyer: { name: 'Zoë Ærskin', email: 'zoe@example.com' },
  poNumber: null,
  lines: [
    { description: 'Family Membership', amountCents: 9990 },
    { description: 'Physical Card', amountCents: 1000 },
  ],
  discount: { code: 'SPRING25', amountCents: 2498 },
  totalCents: 8492,
  refundedCents: 0,
  dispute: null,
  paidWith: { brand: 'amex', last4: '0005' },
  membershipNumber: '7K2M-9QXP-4ETH',
  renewal: { amountCents: 9990, interval: 'month', on: new Date('2026-12-21T07:00:00Z'), regular: null },
  endsOn: null,
  endedOn: null,
  delivery: { to: ['Zoë Ærskin', '1437 BANNOCK ST', 'DENVER, CO 80202'], within: '7-10 business days' },
  cancelLink: { label: 'card.example/user', url: 'https://card.example/user' },
};

export const FREE: Partial<ReceiptView> = {
  totalCents: 0,
  paidWith: null,
  renewal: null,
  endsOn: new Date('2026-12-21T07:00:00Z'),
  cancelLink: null,
  delivery: null,
};

export function renderPage(changes: Partial<ReceiptView> = {}): string {
  return renderReceiptPage(
    { ...view, ...changes },
    { seller: SELLER, pdfUrl: '/api/receipt?id=1&format=pdf', homeUrl: '/' },
  );
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

export function wordsOfPage(html: string): string {
  return html
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ');
}

export const REFUND: Partial<ReceiptView> = {
  ...FREE,
  type: 'refund',
  period: null,
  lines: [{ description: 'Family Membership, paid on November 20, 2026', amountCents: 1000 }],
  discount: null,
  totalCents: 1000,
  paidWith: view.paidWith,
  endsOn: null,
};
