import { expect, test } from './support/journey.ts';
import { offers, showOffers } from './support/offers.ts';

test('[D64] a visitor finds offers nearby and adds up what they save', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/');
  await showOffers(page);
  await expect(offers(page).getByText('Offers near Denver, CO 80202')).toBeVisible();
  await expect(offers(page).getByText('Ten percent off before noon')).toBeVisible();
  const showMore = offers(page).getByRole('button', { name: /^Show \d+ more$/ });
  await showMore.click();
  await expect(offers(page).getByText('Members see this offer').first()).toBeVisible();

  await expect(offers(page).getByRole('link', { name: 'Walker Street Bakery' })).toHaveAttribute(
    'href',
    /^\/savings\/walker-street-bakery-/,
  );

  await offers(page).getByRole('link', { name: 'Add up what you’d save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your plan' })).toBeVisible();
  const heading = offers(page).getByRole('heading', { name: 'Offers near you' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(offers(page).getByText('Offers near Denver, CO 80202')).toBeVisible();
  await expect(offers(page).getByText('You haven’t picked an offer yet.')).toBeVisible();
  const row = offers(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^More times/ }) })
    .first();
  const [, dollars = ''] = /saves \$([\d,.]+) each time/.exec(await row.innerText()) ?? [];
  const savedCents = 2 * Math.round(Number(dollars.replace(',', '')) * 100);
  const moreButton = row.getByRole('button', { name: /^More times/ });
  for (let times = 0; times < 2; times++) await moreButton.click();
  const sum = `You’d save $${(savedCents / 100).toFixed(2)} a month with the offers you picked.`;
  await expect(offers(page).getByText(sum)).toBeVisible();
  await expect(offers(page).getByText(/^The individual plan costs \$49\.95 a month, /)).toBeVisible();
  await expect(offers(page).getByText(/^The family plan costs \$/)).toBeVisible();

  await page.reload();
  await offers(page).scrollIntoViewIfNeeded();
  await expect(offers(page).getByLabel('ZIP code')).toHaveValue('80202');
  await offers(page).getByRole('link', { name: 'See all businesses near 80202' }).click();
  await expect(page).toHaveURL('/savings?zip=80202&sort=distance');
  await expect(page.getByText('Within 60 miles of Denver, CO 80202')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get a membership' })).toHaveCount(0);
});

test('[D32] someone signed in without a membership gets a link to the plans', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/savings?login=1');
  const dialog = page.getByRole('dialog', { name: 'Login' });
  await dialog.getByLabel('Email').fill('business@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill('everything-demo');
  await dialog.getByRole('button', { name: 'Login' }).click();
  const result = page
    .getByRole('article')
    .filter({ has: page.getByText('Members see this offer') })
    .first();
  await expect(result.getByRole('link', { name: 'Login to check Promotions' })).toBeVisible();
  await result.getByRole('link', { name: 'Get a membership' }).click();
  await expect(page).toHaveURL('/pricing');
});
