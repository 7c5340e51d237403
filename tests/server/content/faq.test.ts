import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  DIRECT_PERCENT,
  DOWNLINE_PERCENT,
} from '#server/domains/affiliates/commissions/commission-rule.shared.ts';
import { PHYSICAL_CARD_SLUG } from '#server/domains/catalog/price.shared.ts';
import { cleanPublishedHtml, findPlaceholderValues } from '#server/domains/content/faq.service.ts';
import { findFaqErrors, readFaq } from '#server/domains/content/faq-text.shared.ts';
import { SEARCH_DISTANCES_MILES } from '#server/domains/stores/search/search-rules.shared.ts';
import {
  CARDS_PER_FAMILY,
  COMMISSION_PENDING_DAYS,
  INFORMATION_REPLY_DAYS,
  MIN_AFFILIATE_AGE,
  MIN_CORPORATE_CARDS,
  OVERDUE_DAYS,
  PROMOTION_CHANGE_DAYS,
  TRIAL_DAYS,
} from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';

const database = seededTestDb();
const server = testApp(database);
const source = await readFile(join(import.meta.dirname, '../../../db/seed/help/faq.html'), 'utf8');

async function readAnswers(): Promise<Map<string, string>> {
  const { sections } = await server.caller().content.faq();
  return new Map(sections.flatMap(({ entries }) => entries.map(({ id, text }) => [id, text])));
}

describe('[S2 faq] the FAQ', () => {
  test('has sections and questions with ids for links, and plain text for the search', async () => {
    const { version, sections } = await server.caller().content.faq();
    expect(version).toBe(1);
    const entries = sections.flatMap((section) => section.entries);
    expect(sections.length).toBeGreaterThan(4);
    expect(entries.length).toBeGreaterThan(20);
    const ids = [...sections, ...entries].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, question, text, html } of entries) {
      expect(id).toMatch(/^[a-z0-9-]+$/);
      expect(question).toMatch(/\?$/);
      expect(text).toContain(question);
      expect(text).not.toMatch(/[<>{}]|&\w+;| [.,:;?]/);
      expect(html).not.toMatch(/[{}]/);
    }
  });

  test('[S9] contains the specified answers', async () => {
    const foundAnswers = await readAnswers();
    expect(foundAnswers.get('who-is-family')).toMatch(
      /at home who are 17 or under.*in college who are under 26/,
    );
    expect(foundAnswers.get('delivery')).toContain('10 business days');
    expect(foundAnswers.get('cancel')).toContain('You can use your membership until its expiration date');
    expect(foundAnswers.get('corporate-minimum')).toMatch(/At least 5\. A family card counts as 2/);
    expect(foundAnswers.get('trial')).toMatch(/free for 7 days.*stays up for a year/);
    expect(foundAnswers.get('change-promotions')).toContain('Every 30 days');
    expect(foundAnswers.get('where')).toContain('20, 40, 60, or 100 miles');
    expect(foundAnswers.get('contact')).toContain('within 24-48 hours');
    expect(foundAnswers.get('contact')).toContain('Mon-Fri 9am-5pm MST');
    expect(foundAnswers.get('information')).toContain('within 7 days');
  });

  test('[D1] [S9] quotes the figures of the rules and the catalog', async () => {
    const foundAnswers = await readAnswers();
    const miles = new Intl.ListFormat('en', { type: 'disjunction' }).format(
      SEARCH_DISTANCES_MILES.map(String),
    );
    expect(foundAnswers.get('where')).toContain(`${miles} miles`);
    expect(foundAnswers.get('trial')).toContain(`free for ${TRIAL_DAYS} days`);
    expect(foundAnswers.get('change-promotions')).toContain(`Every ${PROMOTION_CHANGE_DAYS} days`);
    expect(foundAnswers.get('payment-failed')).toContain(`have ${OVERDUE_DAYS} days to pay`);
    expect(foundAnswers.get('information')).toContain(`within ${INFORMATION_REPLY_DAYS} days`);
    expect(foundAnswers.get('corporate-minimum')).toContain(`At least ${MIN_CORPORATE_CARDS}. `);
    expect(foundAnswers.get('corporate-minimum')).toContain(`counts as ${CARDS_PER_FAMILY}.`);
    expect(foundAnswers.get('who-can-earn')).toContain(`${MIN_AFFILIATE_AGE} or older`);
    expect(foundAnswers.get('affiliates')).toContain(`pending for ${COMMISSION_PENDING_DAYS} days`);
    expect(foundAnswers.get('affiliates')).toContain(`${DIRECT_PERCENT}% of a buyer’s first payment`);
    expect(foundAnswers.get('affiliates')).toContain(`${DOWNLINE_PERCENT}% of sales by people they`);
    const plans = await server.caller().catalog.plans();
    const [, shippingPoint = ''] = plans.find(({ slug }) => slug === PHYSICAL_CARD_SLUG)?.copy.points ?? [];
    expect(shippingPoint).not.toBe('');
    expect(foundAnswers.get('physical-card-request')).toContain(
      `give us ${shippingPoint} to get it sent out`,
    );
  });

  test('[S9 webinar] [D24] [D34] quotes the rewards and the community fund from the settings', async () => {
    const answersBefore = await readAnswers();
    expect(answersBefore.get('webinar-code')).toMatch(/a \$5 lunch certificate .* or a \$50 gift card/);
    expect(answersBefore.get('donate')).toContain('goes to the community fund.');
    await makeSetting(database.db, 'signUpReward', '$75');
    await makeSetting(database.db, 'communityFund', 'the Ohio school fund');
    const answersAfter = await readAnswers();
    expect(answersAfter.get('webinar-code')).toContain('or a $75 gift card');
    expect(answersAfter.get('donate')).toContain('goes to the Ohio school fund.');
  });

  test('[D1] takes every price from the catalog and the settings', async () => {
    expect(source).not.toMatch(/\d+\.\d\d\b|\$(?!\{)/);
    const answersBefore = await readAnswers();
    expect(answersBefore.get('prices')).toContain(
      'is $49.95 a month, and a family membership is $99.90 a month',
    );
    expect(answersBefore.get('physical-card-cost')).toContain('$10.00 if you add it');
    expect(answersBefore.get('corporate-price')).toContain('$49.95 per person per year');
    expect(answersBefore.get('affiliates')).toContain('gets $5.00 once for each person');
    const { db } = database;
    await db.updateTable('plans').set({ priceCents: 5995 }).where('slug', '=', 'individual').execute();
    await makeSetting(db, 'friendBonus', '6.50');
    await makeSetting(db, 'responseTime', '<b>soon</b> & "gladly"');
    const answersAfter = await readAnswers();
    expect(answersAfter.get('prices')).toContain('is $59.95 a month, and a family membership is $99.90');
    expect(answersAfter.get('affiliates')).toContain('gets $6.50 once for');
    const { sections } = await server.caller().content.faq();
    const contact = sections.flatMap(({ entries }) => entries).find(({ id }) => id === 'contact');
    expect(contact?.html).toContain('&lt;b&gt;soon&lt;/b&gt; &amp; &quot;gladly&quot;');
    expect(contact?.text).toContain('<b>soon</b> & "gladly"');
  });

  test('promises no refund', () => {
    expect(source).not.toMatch(/refund|guarantee|money back|best|#1|always/i);
  });

  test('links only to existing pages', () => {
    const knownPaths = new Set(
      [
        ...[paths.savings(), paths.account(), paths.verify(), paths.pricing(), paths.corporate()],
        ...['/contact', paths.businessPlans(), paths.trial(), paths.educators(), paths.company()],
        ...[paths.loyalty(), paths.webinar(), paths.business(), paths.billing()],
      ].map((path) => path.replace(/\/$/, '')),
    );
    const links = [...source.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replace(/\/$/, ''));
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !knownPaths.has(link))).toEqual([]);
  });

  test('passes the sanitizer unchanged', async () => {
    expect((await cleanPublishedHtml(source)).html).toBe(source.trim());
    expect(findFaqErrors(source, await findPlaceholderValues(database.db, await makePrices()))).toEqual([]);
  });
});

/** Returns a made-up price for each plan with a slug; the tests don't depend on the amounts. */
async function makePrices(): Promise<Record<string, string>> {
  const plans = await server.caller().catalog.plans();
  return Object.fromEntries(plans.flatMap(({ slug }) => (slug ? [[slug, '$1.00']] : [])));
}

describe('an FAQ text that staff edit', () => {
  const figures = { 'price.family': '$99.90' };

  test('gets ids from its headings by default', () => {
    expect(readFaq('<h2>Für Löwen</h2><h3>What’s <em>new</em>?</h3><p>A{price.family}</p>', figures)).toEqual(
      [
        {
          id: 'fur-lowen',
          title: 'Für Löwen',
          entries: [
            {
              id: 'whats-new',
              question: 'What’s new?',
              html: '<p>A$99.90</p>',
              text: 'What’s new? A$99.90',
            },
          ],
        },
      ],
    );
  });

  test.each([
    ['', 'The text has no questions.'],
    ['<p>Hello</p><h2>A</h2>', 'The text must begin with a section heading'],
    ['<h3>A?</h3><p>a</p>', 'The first question is not in a section.'],
    ['<h2>A</h2><p>x</p>', 'The section “A” has text before its first question.'],
    ['<h2>A</h2><h3>B?</h3>', '“B?” has no answer.'],
    ['<h2>A</h2><h3>B?</h3><p>x</p><h3>b</h3><p>x</p>', 'The id “b” is used twice.'],
    ['<h2>A</h2><h3></h3><p>x</p>', 'A <h3> heading is empty.'],
    ['<h2>？</h2>', 'needs an id'],
    ['<h2>A</h2><h3>B?</h3><p>{price.none}</p>', 'Unknown placeholder {price.none}.'],
  ])('with the text %s is refused: %s', (html, fault) => {
    expect(findFaqErrors(html, figures).join('\n')).toContain(fault);
  });
});
