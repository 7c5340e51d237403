import { expect, type Page } from '@playwright/test';

/** Follows a link of the navbar, or of the menu that stands for it on a telephone. */
export async function goByNavbar(page: Page, link: string): Promise<void> {
  const header = page.getByRole('banner');
  const menu = header.getByRole('button', { name: 'Menu', exact: true });
  const navbar = header.getByRole('navigation', { name: 'Main' });
  // Which of them it is shows only once the header is drawn.
  await expect(menu.or(navbar).filter({ visible: true })).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  await page
    .getByRole('navigation', { name: /^(Main|Menu)$/ })
    .getByRole('link', { name: link })
    .click();
}
