import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { MIN_CORPORATE_CARDS } from '#server/lib/business-rules.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const web = startWeb(testApp(database));

async function findCard(title: string) {
  return within(await screen.findByRole('article', { name: title }));
}

describe('[S2 pricing] the plans', () => {
  test('[S9 prices, S9 family] show the catalog’s names, prices, and labels', async () => {
    await makePlans(database.db);
    await web.open('/pricing');
    const individual = await findCard('Individual plan');
    expect(individual.getByText('$49.95')).toBeVisible();
    expect(individual.getByText('/Month')).toBeVisible();
    const family = await findCard('Family/Educator plan');
    expect(family.getByText('$99.90')).toBeVisible();
    expect(family.getByText('Individual Plan + $49.95/Month')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(document.title).toBe('Member Sign-Up | Everything Card');
  });

  test('show the specified label on the family page', async () => {
    await makePlans(database.db);
    await web.open('/pricing/family');
    expect(await screen.findByText('Individual Plan + $49.95/Month')).toBeVisible();
    expect(screen.getByText('2 adults plus children under 18, or under 26 if in college')).toBeVisible();
  });

  test('[D1] show a price that changed in the catalog', async () => {
    await makePlans(database.db);
    await database.db.updateTable('plans').set({ priceCents: 5150 }).where('id', '=', 0).execute();
    await web.open('/pricing/individual');
    expect(await screen.findByRole('heading', { level: 1, name: 'Individual plan' })).toBeVisible();
    expect(await screen.findByText('$51.50')).toBeVisible();
    expect(screen.getByText(/^\$51\.50 when you buy, and again each month/)).toBeVisible();
  });
});

describe('the pricing pages', () => {
  const termText = async (term: string) => (await screen.findByText(term)).nextElementSibling?.textContent;
  const goodToKnow = () => screen.findByRole('region', { name: 'Good to know' });

  test('[S2 pricing] list the benefits and link to the businesses and the FAQ', async () => {
    await makePlans(database.db);
    await web.open('/pricing');
    const benefits = within(await screen.findByRole('region', { name: 'What’s included' }));
    expect(benefits.getByText(/Apple Wallet or Google Wallet/)).toBeVisible();
    expect(benefits.getByText(/types the membership ID or scans the code/)).toBeVisible();
    expect(benefits.getByRole('link', { name: 'See who’s in' })).toHaveAttribute('href', '/savings');
    const terms = within(await goodToKnow());
    expect(terms.getByText(/You can use your membership until its expiration date/)).toBeVisible();
    expect(terms.getByRole('link', { name: 'Read the FAQ' })).toHaveAttribute('href', '/faq');
  });

  test.each(['/pricing', '/pricing/individual', '/pricing/family'])(
    '[S9 physical card, D1] show the physical card’s price and delivery times from the catalog on %s',
    async (path) => {
      await makePlans(database.db);
      const addon = database.db.updateTable('plans').where('slug', '=', 'physical-card');
      await addon.set({ priceCents: 1250 }).execute();
      await web.open(path);
      await screen.findByText(/^Optional\. It costs \$12\.50 if/);
      expect(await termText('The physical card')).toContain('a replacement costs $12.50');
      expect(await termText('Delivery')).toMatch(/within 7-10 business days\. .* within 5-7 business days\./);
    },
  );

  test('[S9 family] explain on the family plan’s page who belongs to a family', async () => {
    await makePlans(database.db);
    await web.open('/pricing/family');
    const household = within(await screen.findByRole('region', { name: 'Who counts as family' }));
    expect(household.getByText(/at home and are 17 or under, or are in college and under 26/)).toBeVisible();
  });

  test('[S9 family] don’t explain families on the individual plan’s page', async () => {
    await makePlans(database.db);
    await web.open('/pricing/individual');
    await screen.findByRole('heading', { level: 1, name: 'Individual plan' });
    expect(screen.queryByRole('region', { name: 'Who counts as family' })).not.toBeInTheDocument();
  });

  test('[S9 corporate, D1] show the minimum, the prices, and the steps on the corporate page', async () => {
    await makePlans(database.db);
    await database.db.updateTable('plans').set({ priceCents: 10_990 }).where('id', '=', 4).execute();
    await web.open('/pricing/corporate');
    await goodToKnow();
    expect(await termText('How many')).toBe(
      `At least ${MIN_CORPORATE_CARDS} cards. A family card costs $109.90 and counts as 2 of them.`,
    );
    expect(await termText('Payment')).toMatch(/^\$49\.95 per person when you buy, and again each year/);
    const steps = within(screen.getByRole('region', { name: 'How it works' }));
    expect(steps.getAllByRole('listitem')).toHaveLength(3);
  });

  test('[D1] show the price of a card in the first view of the home page', async () => {
    await makePlans(database.db);
    await database.db.updateTable('plans').set({ priceCents: 5150 }).where('id', '=', 0).execute();
    await web.open('/');
    expect(await screen.findByText('From $51.50/Month. Cancel any time.')).toBeVisible();
  });
});
