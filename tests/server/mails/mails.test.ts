import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { formatGreeting, type MailContext } from '#server/mails/mail-content.ts';
import { MAILS, renderStoredMail } from '#server/mails/mail-registry.ts';
import { MAIL_SAMPLES, signSample } from './mail-samples.ts';

const context: MailContext = {
  publicUrl: 'https://card.example',
  support: { phone: '(555) 010-0199', email: 'help@card.example', hours: 'Mon-Fri 9am-5pm MST' },
};

const samples = await Promise.all(
  Object.values(MAIL_SAMPLES).map(async (sample) => [sample.mail, await signSample(sample)] as const),
);
const signedReceipt = await signSample(MAIL_SAMPLES.receipt);

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Returns the HTML part as one line of text. */
function visibleText(html: string): string {
  return html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ');
}

function hrefs(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
}

function receiptWith(changes: object) {
  return renderStoredMail({ mail: 'receipt', props: { ...signedReceipt.props, ...changes } }, context);
}

describe('every email', () => {
  test('has a sample', () => {
    expect(Object.keys(MAIL_SAMPLES).sort()).toEqual(Object.keys(MAILS).sort());
  });

  test.each(samples)('%s has the same text in its HTML and plain-text parts', (_, { mail, props }) => {
    const { text, html } = renderStoredMail({ mail, props }, context);
    const visible = visibleText(html);
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /\w/.test(line));
    expect(lines.length).toBeGreaterThan(6);
    for (const line of lines) {
      // A table row is 'label: value' in plain text and two cells in HTML.
      for (const piece of line.split(/: ?(?=\S)|:$/)) expect(visible).toContain(piece.trim());
    }
  });

  test.each(samples)('%s shows nothing in HTML that is missing from the plain text', (_, { mail, props }) => {
    const { text, html } = renderStoredMail({ mail, props }, context);
    const normalizedText = text.replace(/\s+/g, ' ');
    const htmlBlocks = [...html.matchAll(/<(p|h1|td class="ink|th)\b[^>]*>(.*?)<\/(?:p|h1|td|th)>/g)];
    expect(htmlBlocks.length).toBeGreaterThan(4);
    for (const [, , inner = ''] of htmlBlocks) {
      expect(normalizedText).toContain(visibleText(inner).trim().replace('Or open this link: ', ''));
    }
  });

  test.each(samples)('%s renders the same after its props were stored as JSON', (_, { mail, props }) => {
    const stored: unknown = JSON.parse(JSON.stringify(props));
    expect(renderStoredMail({ mail, props: stored }, context)).toEqual(
      renderStoredMail({ mail, props }, context),
    );
  });

  test.each(samples)(
    '%s links only to our site, and repeats every link in the plain text',
    (_, { mail, props }) => {
      const { text, html } = renderStoredMail({ mail, props }, context);
      const links = hrefs(html);
      expect(links.length).toBeGreaterThan(1);
      for (const link of links) {
        expect(link).toMatch(/^https:\/\/card\.example/);
        expect(text).toContain(link);
      }
    },
  );

  test.each(samples)('%s says how to reach support and why it was sent', (_, { mail, props }) => {
    const { text } = renderStoredMail({ mail, props }, context);
    expect(text).toContain(
      'Telephone: (555) 010-0199 (Mon-Fri 9am-5pm MST)\nE-mail: help@card.example\nYou get this mail',
    );
  });

  test.each(samples)('%s omits support contacts that are not set', (_, { mail, props }) => {
    const { text, html } = renderStoredMail(
      { mail, props },
      {
        ...context,
        support: { phone: null, email: null, hours: null },
      },
    );
    expect(text + html).not.toMatch(/Telephone|E-mail:|null|undefined/);
  });

  test.each(samples)(
    '%s is an HTML document with a language, a title, and dark-mode colors',
    (_, { mail, props }) => {
      const { subject, html } = renderStoredMail({ mail, props }, context);
      expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(html).toContain(`<title>${subject}</title>`);
      expect(html).toContain('prefers-color-scheme: dark');
      expect(html).not.toMatch(/<script|<img|url\(/i);
      expect(subject).not.toMatch(/[\r\n]/);
      expect(subject.length).toBeLessThan(70);
    },
  );

  test.each(samples)('%s escapes user input', (_, { mail, props }) => {
    const evil = '"><img src=x onerror=alert(1)>&';
    const changedProps = JSON.parse(JSON.stringify(props), (key, value: unknown) =>
      /^(?:firstname|planName|message|value|description|promoCode|number|brand|last4|reason|postalAddress)$/.test(
        key,
      )
        ? evil
        : value,
    );
    const { html } = renderStoredMail({ mail, props: changedProps }, context);
    expect(html).not.toContain('<img');
    expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;');
  });

  test.each(samples)('%s refuses a link that is not http or https', (_, { mail, props }) => {
    for (const key of Object.keys(props).filter((name) => name.endsWith('Url'))) {
      const changedProps = { ...props, [key]: 'javascript:alert(1)' };
      expect(() => renderStoredMail({ mail, props: changedProps }, context), key).toThrow();
    }
    expect(() => renderStoredMail({ mail, props: {} }, context)).toThrow();
  });

  test('with an unknown name throws an error', () => {
    expect(() => renderStoredMail({ mail: 'toString', props: {} }, context)).toThrow(
      "There is no mail 'toString'",
    );
  });
});

describe('[D19] the greeting', () => {
  test('keeps a name as written', () => {
    for (const name of ['Zoë', 'J.R.', 'Mary-Jane', 'Nguyễn Ánh', "O'Neil", '🎉 Al']) {
      expect(formatGreeting(name)).toBe(`Hello ${name},`);
    }
  });

  test('omits a name that could carry an advertisement to a stranger', () => {
    for (const name of [
      'Win at https://evil.example',
      'www.evil',
      'evil.com',
      'a@evil',
      'x'.repeat(41),
      ' \r\n',
    ]) {
      expect(formatGreeting(name)).toBe('Hello,');
    }
  });
});

describe('[S9 receipt] the receipt email', () => {
  const { text } = renderStoredMail(signedReceipt, context);

  test('lists the items, the discount, and the total, in that order', () => {
    const rows = [
      'Membership ID: 7K2M-9QXP-4ETH',
      'Date: November 21st 2026',
      'Family Membership: $99.90',
      'Physical Card: $10.00',
      'Promo code SPRING25: -$24.98',
      '------------------',
      'Total paid: $84.92',
      'Paid with: Visa ending in 4242',
      'Purchase number: 019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e',
    ];
    expect(text).toContain(rows.join('\n'));
    expect(renderStoredMail(signedReceipt, context).subject).toContain('$84.92');
  });

  test('[D20] shows dates in Denver’s time zone', () => {
    expect(receiptWith({ paidAt: '2026-11-21T06:59:59.000Z' }).text).toContain('Date: November 20th 2026');
  });

  test('states the renewal dates and the price after the promo code ends', () => {
    expect(text).toContain(
      'Your membership renews on December 21st 2026 for $74.92, and then every month. From February 21st 2027 the price is $99.90 every month until you cancel.',
    );
    const renewal = { amountCents: 4995, interval: 'year', on: '2027-11-21T07:30:00.000Z' };
    expect(receiptWith({ renewal }).text).toContain(
      'Your membership renews on November 21st 2027 for $49.95, and then every year until you cancel.',
    );
  });

  test('links a guest to a signed cancel page and an account to its own page', () => {
    expect(text).toContain(
      'You can cancel any time, and use your membership until its expiry date: https://card.example/cancel?key=d.e.f\n',
    );
    expect(receiptWith({ cancelUrl: null }).text).toContain(
      'You can cancel any time, and use your membership until its expiry date: https://card.example/user\n',
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
      'Your membership ends on December 21st 2026 by itself. Nothing more will be charged.',
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

describe('another email', () => {
  const signed = Object.fromEntries(samples);
  const renderText = (mail: keyof typeof MAIL_SAMPLES) =>
    renderStoredMail({ mail, props: signed[mail]?.props }, context).text;

  test('[S2 reset password] with a reset link states that the link works once, for an hour', () => {
    expect(renderText('password-reset')).toContain('It works once, for 60 minutes.');
    expect(renderText('password-reset')).toContain('\nhttps://card.example/newpassword?token=a.b.c&x=1\n');
    expect(renderText('password-reset')).toContain(
      'If it wasn’t you, ignore this mail: your password stays the same.',
    );
  });

  test('[D19] to the owner of a registered address states that nothing changed', () => {
    expect(renderText('email-taken')).toContain('Someone tried to register with your e-mail address.');
    expect(renderText('email-taken')).toContain('no new one was created and nothing has changed');
  });

  test('[D26] about a declined renewal states the amount, the bank’s reason, and the deadline to pay', () => {
    expect(renderText('card-declined')).toContain('We could not charge $49.95');
    expect(renderText('card-declined')).toContain('Your bank says: Your card was declined.');
    expect(renderText('card-declined')).toContain(
      'You can pay it until January 5th 2027; then the membership ends.',
    );
    const { payUntil: _, ...without } = z
      .record(z.string(), z.unknown())
      .parse(signed['card-declined']?.props);
    expect(renderStoredMail({ mail: 'card-declined', props: without }, context).text).toContain(
      'You can pay it for 14 days;',
    );
  });

  test('[S2 cancel] about a cancellation states that the membership can be used until it expires', () => {
    expect(renderText('membership-cancelled')).toContain(
      'You can use your membership until its expiry date.',
    );
    expect(renderText('membership-cancelled')).toContain(
      'Membership: Family\nMembership ID: 7K2M-9QXP-4ETH\nCan be used until: January 5th 2027',
    );
  });

  test('about a bank’s check states that nothing was charged and links to the purchase', () => {
    expect(renderText('complete-payment')).toContain(
      'you are paying $59.95 for the Everything Card. Nothing was charged yet.',
    );
    expect(renderText('complete-payment')).toContain(
      '\nhttps://card.example/pricing/individual?complete=a.b.c\n',
    );
  });

  test('[S4 register] to a new account links to the plans and to the account', () => {
    expect(renderText('welcome')).toContain('https://card.example/pricing');
    expect(renderText('welcome')).toContain('https://card.example/user');
  });
});
