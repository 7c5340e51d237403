import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { servedWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const web = servedWeb(testApp(database));

async function card(title: string) {
  return within(await screen.findByRole('article', { name: title }));
}

describe('[S2 pricing] the plans', () => {
  test('[S9 prices, S9 family] stand side by side with the catalog’s names, prices and labels', async () => {
    await makePlans(database.db);
    await web.open('/pricing');
    const individual = await card('Individual plan');
    expect(individual.getByText('$49.95')).toBeVisible();
    expect(individual.getByText('/Month')).toBeVisible();
    const family = await card('Family/Educator plan');
    expect(family.getByText('$99.90')).toBeVisible();
    expect(family.getByText('Individual Plan + $49.95/Month')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(document.title).toBe('Member Sign-Up | Everything Card');
  });

  test('the family page carries the specification’s label', async () => {
    await makePlans(database.db);
    await web.open('/pricing/family');
    expect(await screen.findByText('Individual Plan + $49.95/Month')).toBeVisible();
    expect(screen.getByText('2 adults plus children under 18, or under 26 if in college')).toBeVisible();
  });

  test('[D1] a price that was changed in the catalog is the price that is shown', async () => {
    await makePlans(database.db);
    await database.db.updateTable('plans').set({ priceCents: 5150 }).where('id', '=', 0).execute();
    await web.open('/pricing/individual');
    expect(await screen.findByRole('heading', { level: 1, name: 'Individual plan' })).toBeVisible();
    expect(screen.getByText('$51.50')).toBeVisible();
    expect(screen.getByText(/^\$51\.50 is charged when you buy, and again each month/)).toBeVisible();
  });
});
