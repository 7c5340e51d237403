import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { formatGreeting, type MailContext } from '#server/platform/mails/mail-content.ts';
import { MAILS, renderStoredMail } from '#server/platform/mails/mail-registry.ts';
import { SELLER } from '#tests/helpers/seller.ts';
import { MAIL_SAMPLES, signSample } from './mail-samples.ts';

const context: MailContext = {
  publicUrl: 'https://card.example',
  seller: SELLER,
};

const samples = await Promise.all(
  Object.values(MAIL_SAMPLES).map(async (sample) => [sample.mail, await signSample(sample)] as const),
);

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

describe('every email', () => {
  test('has a sample', () => {
    expect(Object.keys(MAIL_SAMPLES).sort()).toEqual(Object.keys(MAILS).sort());
  });

  test.each(samples)('%s has the same text in its HTML and plain-text parts', (_, { mail, props }) => {
    const { text, html } = renderStoredMail({ mail, props }, context);
    const visible = visibleText(html);
    const lines = text
      .replace(/https:\S+/g, '')
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
    const normalizedText = text.replace(/\s+/g, ' ').replaceAll('https://', '');
    const htmlBlocks = [...html.matchAll(/<(p|h[12]|td class="ink|th)\b[^>]*>(.*?)<\/(?:p|h[12]|td|th)>/g)];
    expect(htmlBlocks.length).toBeGreaterThan(4);
    for (const [, , inner = ''] of htmlBlocks) {
      expect(normalizedText).toContain(
        visibleText(inner)
          .trim()
          .replace(/^Opens (?=card\.example)/, '')
          .replace('https://', ''),
      );
    }
  });

  test.each(samples)('%s renders the same after its props were stored as JSON', (_, { mail, props }) => {
    const storedProps: unknown = JSON.parse(JSON.stringify(props));
    expect(renderStoredMail({ mail, props: storedProps }, context)).toEqual(
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

  test.each(samples)(
    '%s names the seller and says how to reach support and why it was sent',
    (_, { mail, props }) => {
      const { text } = renderStoredMail({ mail, props }, context);
      expect(text).toMatch(/^-- \nEverything Card\n\d+ \w+ St|Broadway, Denver, CO 80202\n/m);
      expect(text).toContain(
        'Phone: (555) 010-0199 (Mon-Fri 9am-5pm MST)\nEmail: help@card.example\nYou’re getting this email because ',
      );
    },
  );

  test.each(samples)('%s omits contacts that are not set', (_, { mail, props }) => {
    const { text, html } = renderStoredMail(
      { mail, props },
      {
        ...context,
        seller: { ...SELLER, postalAddress: null, phone: null, email: null, hours: null },
      },
    );
    expect(text + html).not.toMatch(/Phone:|Email:|null|undefined/);
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

  test.each(samples)('%s shows links by name, never a key', (_, { mail, props }) => {
    const { html } = renderStoredMail({ mail, props }, context);
    expect(visibleText(html)).not.toMatch(/(?:key|token|complete)=/);
  });

  const withUserInput = samples.filter(([name]) => name !== 'newsletter-confirm');

  test.each(withUserInput)('%s escapes user input', (_, { mail, props }) => {
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
      expect(formatGreeting(name)).toBe(`Hi ${name},`);
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
      expect(formatGreeting(name)).toBe('Hi,');
    }
  });
});

describe('another email', () => {
  const signedSamples = Object.fromEntries(samples);
  const renderText = (mail: keyof typeof MAIL_SAMPLES) =>
    renderStoredMail({ mail, props: signedSamples[mail]?.props }, context).text;

  test('[S2 reset password] with a reset link states that the link works once and expires in an hour', () => {
    expect(renderText('password-reset')).toContain('The link works once and expires in 60 minutes.');
    expect(renderText('password-reset')).toContain('\nhttps://card.example/newpassword?token=a.b.c&x=1\n');
    expect(renderText('password-reset')).toContain(
      'Didn’t ask for this? Ignore this email, and your password stays the same.',
    );
  });

  test('[D19] to the owner of a registered address states that nothing changed', () => {
    expect(renderText('email-taken')).toContain('Someone tried to sign up with your email address.');
    expect(renderText('email-taken')).toContain('we didn’t create a new one, and nothing has changed');
  });

  test('[D26] about a declined renewal states the amount, the bank’s reason, and the deadline to pay', () => {
    expect(renderText('card-declined')).toContain('We couldn’t charge $49.95');
    expect(renderText('card-declined')).toContain('Your bank said: Your card was declined.');
    expect(renderText('card-declined')).toContain('Please pay by January 5, 2027, or your membership ends.');
    const { payUntil: _, ...without } = z
      .record(z.string(), z.unknown())
      .parse(signedSamples['card-declined']?.props);
    expect(renderStoredMail({ mail: 'card-declined', props: without }, context).text).toContain(
      'Please pay within 14 days, or your membership ends.',
    );
  });

  test('about a renewal that needs the bank’s check asks to confirm it, and promises no retry', () => {
    const { mail, props } = MAIL_SAMPLES['card-declined'];
    const { payUrl } = z.object({ payUrl: z.string() }).parse(signedSamples['card-declined']?.props);
    const { text } = renderStoredMail({ mail, props: { ...props, payUrl, needsCheck: true } }, context);
    expect(text).toContain('Your bank wants you to confirm the $49.95 payment that renews your membership.');
    expect(text).toContain('Please confirm by January 5, 2027, or your membership ends.');
    expect(text).not.toMatch(/declined|try the same payment card/);
  });

  test('about a card that expires names its last valid day', () => {
    expect(renderText('card-expiring')).toContain(
      'Your membership renews on January 5, 2027, but your Visa ending in 4242 expires on December 31, 2026.',
    );
  });

  test('[S2 cancel] about a cancellation states that the membership can be used until it expires', () => {
    expect(renderText('membership-cancelled')).toContain(
      'You can use it until January 5, 2027, and you won’t be charged again.',
    );
    expect(renderText('membership-cancelled')).toContain(
      'Membership: Family\nMembership ID: 7K2M-9QXP-4ETH\nGood until: January 5, 2027',
    );
    const { mail, props } = MAIL_SAMPLES['membership-cancelled'];
    expect(renderStoredMail({ mail, props: { ...props, isByPayer: true } }, context).text).toContain(
      'The person who pays for your membership canceled it.\n\nIt doesn’t renew. You can use it until',
    );
    const buyerMail = renderStoredMail({ mail, props: { ...props, isForBuyer: true } }, context).text;
    expect(buyerMail).toContain(
      'Hello,\n\nThe membership you bought is canceled. It can be used until January 5, 2027, and you won’t be charged again.',
    );
    expect(buyerMail).not.toContain('/user');
    const { text } = renderStoredMail({ mail, props: { ...props, isCompany: true } }, context);
    expect(text).toContain('Your employees’ cards work until January 5, 2027. You won’t be charged again.');
  });

  test('about a bank’s check states that nothing was charged and links to the purchase', () => {
    expect(renderText('complete-payment')).toContain(
      'your payment of $59.95 for the Everything Card. You haven’t been charged yet.',
    );
    expect(renderText('complete-payment')).toContain(
      '\nhttps://card.example/pricing/individual#complete=a.b.c\n',
    );
  });

  test('[S4 register] to a new account links to the plans and to the account', () => {
    expect(renderText('welcome')).toContain('https://card.example/pricing');
    expect(renderText('welcome')).toContain('https://card.example/user');
  });
});
