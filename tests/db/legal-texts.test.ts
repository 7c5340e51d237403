import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SEED_PLANS } from '#db/seed/catalog.ts';
import { SEED_CONTRACTS, SEED_POLICIES } from '#db/seed/seed.ts';
import { contractType, policyType } from '#server/domains/content/content.schema.ts';
import { LIVE_KEY_DAYS } from '#server/domains/memberships/wallet/live-code.shared.ts';

const seedFolder = join(import.meta.dirname, '../../db/seed');
const texts = await Promise.all(
  [...SEED_CONTRACTS, ...SEED_POLICIES].map(async ({ type, file }) => {
    const html = await readFile(join(seedFolder, file), 'utf8');
    return [type, html] as const;
  }),
);
const findText = (type: string) => texts.find(([textType]) => textType === type)?.[1] ?? '';

const ALLOWED_TAGS = ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'a'];
const ALLOWED_LINKS = [
  '/legal/privacy-policy',
  '/legal/cookie-policy',
  'https://www.geonames.org/',
  'https://creativecommons.org/licenses/by/4.0/',
];

/** The phrase that a contract uses for each program of a plan. */
const PROGRAMS = [
  ['loyalty', 'sharing program'],
  ['socialMedia', 'social media program'],
  ['presentation', 'presentation program'],
] as const;

interface Tag {
  closing: boolean;
  name: string;
  attributes: string;
}

function parseTags(html: string): Tag[] {
  return [...html.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>/gi)].map(([, slash, name = '', attributes = '']) => ({
    closing: slash === '/',
    name,
    attributes,
  }));
}

describe('[S2 legal] the published legal texts', () => {
  test('[S7 contracts] exist for exactly the contracts and policies that a client can request', async () => {
    expect(SEED_CONTRACTS.map(({ type }) => type).sort()).toEqual([...contractType.options].sort());
    expect(SEED_POLICIES.map(({ type }) => type).sort()).toEqual([...policyType.options].sort());
    const files = [
      ...(await readdir(join(seedFolder, 'contracts'))),
      ...(await readdir(join(seedFolder, 'policies'))),
    ];
    expect(files).toHaveLength(texts.length);
  });

  test.each(texts)(
    '%s is long enough, has sections, and contains no draft notes or placeholders',
    (_, html) => {
      expect(html).not.toMatch(/draft|counsel/i);
      expect(html.length).toBeGreaterThan(1_400);
      expect(html.match(/<h2>/g)?.length).toBeGreaterThanOrEqual(5);
      expect(html).not.toMatch(/lorem|todo|tbd|\[|\{|xxx/i);
    },
  );

  test.each(texts)('%s contains only allowed tags, and all of them are closed', (_, html) => {
    const open: string[] = [];
    for (const { closing, name, attributes } of parseTags(html)) {
      expect(ALLOWED_TAGS).toContain(name);
      if (closing) expect(open.pop()).toBe(name);
      else open.push(name);
      if (name !== 'a' || closing) expect(attributes).toBe('');
      else expect(ALLOWED_LINKS.map((link) => ` href="${link}"`)).toContain(attributes);
    }
    expect(open).toEqual([]);
    expect(html.replace(/<[^>]+>/g, '')).not.toMatch(/[<>]|&(?!\w+;)/);
  });

  test.each(texts)('[D1] %s states no price, because the catalog sets prices', (_, html) => {
    expect(html).not.toMatch(/\$|\d+\.\d\d\b/);
  });
});

describe('[S9] the legal texts match the product', () => {
  test('the member agreement defines a family, use after canceling, and the 14 days to pay a bill', () => {
    const member = findText('MEMBER');
    expect(member).toContain(
      'two adults in one household and their children under 18, or under 26 if in college',
    );
    expect(member).toContain('You will be able to use your membership until its expiration date');
    expect(member).toContain('You have 14 days to pay the bill; then the membership ends.');
    expect(member).toContain('your first request later is free');
  });

  test('[D13] the affiliate agreements state the commission rates and the 30 days that commissions are pending', () => {
    expect(findText('REPRESENTATIVE')).toContain(
      '<strong>20%</strong> of the net amount of every paid invoice',
    );
    expect(findText('REPRESENTATIVE')).toContain(
      '<strong>5%</strong> of the net amount of sales made by people you brought in',
    );
    expect(findText('INFLUENCER')).toContain(
      '<strong>20%</strong> of the net amount of a buyer’s first payment',
    );
    expect(findText('LOYALTYAFFILIATE')).toContain('pays no commission on sales');
    for (const type of ['REPRESENTATIVE', 'INFLUENCER', 'FRIEND', 'POLICYPROCEDUREMANUAL']) {
      expect(findText(type), type).toMatch(/pending for 30 days/);
    }
  });

  test('[S9 trial] the business terms state the 7-day trial, the year of free listing, and how often promotions can change', () => {
    expect(findText('BUSINESSTERMS')).toContain(
      'It ends on its own after 7 days, and your free listing stays up for a year.',
    );
    expect(findText('BUSINESSTERMS')).toContain('You may change your promotions every 30 days.');
    expect(findText('BUSINESSPREMIUM')).toContain('up to 5,000 people a year');
  });

  test.each(['BUSINESSBASIC', 'BUSINESSEXCLUSIVE', 'BUSINESSPREMIUM', 'BUSINESSTERMS'])(
    '[D21] %s explains how a business plan renews, ends, and is listed',
    (type) => {
      const text = findText(type);
      expect(text).toContain('The price is the one shown with your order.');
      expect(text).toContain('charged monthly and <strong>renews automatically until you cancel</strong>');
      expect(text).toContain('plan then ends with the month you paid for');
      expect(text).toMatch(/promotions[^.]* every 30 days/);
      expect(text).toMatch(/leaves our search/);
    },
  );

  test.each(SEED_PLANS.filter(({ kind }) => kind === 'business'))(
    '[D21] the contract of $name names exactly the programs that the plan includes',
    ({ name, business }) => {
      const text = findText(business?.agreements.contractAgree ?? '');
      expect(text).toContain(name);
      // One contract covers two plans, so it marks what only the larger one includes.
      const plansWithSameTerms = SEED_PLANS.filter(
        (otherPlan) => otherPlan.business?.agreements.contractAgree === business?.agreements.contractAgree,
      );
      for (const [program, title] of PROGRAMS) {
        const isBundled = plansWithSameTerms.some((plan) => plan.business?.[program]);
        expect(text.includes(`. The ${title}</h2>`), title).toBe(isBundled);
      }
      expect(text.includes('form W-9')).toBe(plansWithSameTerms.some((plan) => plan.business?.loyalty));
    },
  );

  test('the cookie policy states which card data the browser stores, and for how long', () => {
    const text = findText('COOKIE');
    expect(text).toContain('<li><strong>A card that you opened:</strong>');
    expect(text).toContain('It is removed when you log out');
    expect(text).toContain(`not shown after ${LIVE_KEY_DAYS} days`);
  });

  test('the cookie policy lists every cookie that the site sets', () => {
    for (const name of ['session', 'csrfToken', 'buyer', 'browser', 'receipt', 'privacyack']) {
      expect(findText('COOKIE')).toContain(`<li><strong>${name}:</strong>`);
    }
  });

  test('[D7][D8][D52] the privacy policy covers tax numbers, who can see a card, and how long data is kept', () => {
    const privacy = findText('PRIVACY');
    expect(privacy).toContain('Tax numbers are encrypted before they are stored');
    expect(privacy).toContain('Anyone who has your membership ID can open its verification page');
    expect(privacy).toContain('90 days');
    expect(privacy).toContain('GeoNames');
  });
});
