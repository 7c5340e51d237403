import { expect, type Page } from '@playwright/test';

/** Follows a link in the navbar, or in the menu that replaces it on a phone. */
export async function followNavbarLink(page: Page, link: string): Promise<void> {
  const header = page.getByRole('banner');
  const menu = header.getByRole('button', { name: 'Menu', exact: true });
  const navbar = header.getByRole('navigation', { name: 'Main' });
  // Wait until the header has rendered the menu button or the navbar.
  await expect(menu.or(navbar).filter({ visible: true })).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  await page
    .getByRole('navigation', { name: /^(Main|Menu)$/ })
    .getByRole('link', { name: link })
    .click();
}
