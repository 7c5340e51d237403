import { describe, expect, test } from 'vitest';
import { renderStoredMail } from '#server/platform/mails/mail-registry.ts';
import { SELLER } from '#tests/helpers/seller.ts';
import { MAIL_SAMPLES, signSample } from './mail-samples.ts';

const context = { publicUrl: 'https://card.example', seller: SELLER };
const signedReceipt = await signSample(MAIL_SAMPLES.receipt);

function receiptWith(changes: object) {
  return renderStoredMail({ mail: 'receipt', props: { ...signedReceipt.props, ...changes } }, context);
}

describe('[S9 receipt] the receipt email', () => {
  const { text } = renderStoredMail(signedReceipt, context);

  test('lists the items, the discount, and the total, in that order', () => {
    const rows = [
      'Receipt number: 1B2A-3F4E',
      'Date: November 21, 2026',
      'Membership ID: 7K2M-9QXP-4ETH',
      'Family Membership: $99.90',
      'Physical Card: $10.00',
      'Promo code SPRING25: -$24.98',
      '------------------',
      'Total paid: $84.92',
      'Paid with: Visa ending in 4242',
      'Purchase ID: 019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e',
    ];
    expect(text).toContain(rows.join('\n'));
    expect(renderStoredMail(signedReceipt, context).subject).toContain('$84.92');
  });

  test('[D20] shows dates in Denver’s time zone', () => {
    expect(receiptWith({ paidAt: '2026-11-21T06:59:59.000Z' }).text).toContain('Date: November 20, 2026');
  });

  test('states the renewal dates and the price after the promo code ends', () => {
    expect(text).toContain(
      'Your membership renews on December 21, 2026, for $74.92, and then every month. Starting February 21, 2027, the price is $99.90 every month until you cancel.',
    );
    const renewal = { amountCents: 4995, interval: 'year', on: '2027-11-21T07:30:00.000Z' };
    expect(receiptWith({ renewal }).text).toContain(
      'Your membership renews on November 21, 2027, for $49.95, and then every year until you cancel.',
    );
  });

  test('links a guest to a signed cancel page and an account to its own page', () => {
    expect(text).toContain(
      'You can cancel any time, and use your membership until it expires.\nManage or cancel:\nhttps://card.example/cancel?key=d.e.f\n',
    );
    expect(receiptWith({ cancelUrl: null }).text).toContain(
      'You can cancel any time, and use your membership until it expires.\nManage or cancel:\nhttps://card.example/user\n',
    );
  });

  test('[D25] states that a free period ends on its own, and offers no cancellation', () => {
    const freeReceipt = receiptWith({
      renewal: null,
      endsOn: '2026-12-21T07:30:00.000Z',
      totalCents: 0,
      paidWith: null,
    });
    expect(freeReceipt.text).toContain(
      'Your membership ends on its own on December 21, 2026. You won’t be charged again.',
    );
    expect(freeReceipt.text).toContain('Total paid: $0.00');
    expect(freeReceipt.text).not.toMatch(/cancel|renews|Paid with/);
    // A single charge has no period at all.
    expect(receiptWith({ renewal: null, endsOn: null }).text).not.toMatch(/ends|renews/);
  });

  test('has no discount row without a discount', () => {
    expect(receiptWith({ discountCents: 0, promoCode: null }).text).not.toMatch(/promo|discount/i);
  });

  test('links to the receipt and to the page that verifies the card', () => {
    expect(text).toContain('View/Print Your Receipt:\nhttps://card.example/api/receipt?id=1&key=a.b.c\n');
    expect(text).toContain('https://card.example/verify/card/7K2M-9QXP-4ETH');
  });
});
