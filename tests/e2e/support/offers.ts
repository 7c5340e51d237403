import type { Page } from '@playwright/test';

export const offers = (page: Page) => page.getByRole('region', { name: 'Offers near you' });

/** Shows the offers near Denver on the home page or the pricing page. */
export async function showOffers(page: Page): Promise<void> {
  await offers(page).scrollIntoViewIfNeeded();
  await offers(page).getByLabel('ZIP code').fill('80202');
  await offers(page).getByRole('button', { name: 'Show offers' }).click();
}

/** Picks an offer in the calculator on the pricing page. */
export async function pickOffer(page: Page): Promise<void> {
  await showOffers(page);
  await offers(page)
    .getByRole('button', { name: /^More times/ })
    .first()
    .click();
}
