import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { expectConsole } from '#tests/helpers/console.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { startWeb } from '#tests/helpers/web.tsx';

/** The parts of the site that throw when they render. */
const brokenParts = vi.hoisted(() => new Set<string>());

function throwIfBroken(part: string): void {
  if (brokenParts.has(part)) throw new Error(`the ${part} is broken`);
}

vi.mock('#web/layouts/header/site-header.tsx', async (original) => {
  const { SiteHeader } = await original<typeof import('#web/layouts/header/site-header.tsx')>();
  return {
    SiteHeader: (props: { home?: boolean }) => {
      throwIfBroken('header');
      return <SiteHeader {...props} />;
    },
  };
});
vi.mock('#web/layouts/header/mobile-menu.tsx', () => ({
  MobileMenu: () => {
    throwIfBroken('menu');
    return null;
  },
}));
vi.mock('#web/layouts/footer/site-footer.tsx', async (original) => {
  const { SiteFooter } = await original<typeof import('#web/layouts/footer/site-footer.tsx')>();
  return {
    SiteFooter: () => {
      throwIfBroken('footer');
      return <SiteFooter />;
    },
  };
});
vi.mock('#web/layouts/footer/social-links.tsx', () => ({
  SocialLinks: () => {
    throwIfBroken('social links');
    return null;
  },
}));
vi.mock('#web/features/accounts/login-modal-slot.tsx', () => ({
  LoginModalSlot: () => {
    throwIfBroken('login');
    return null;
  },
}));

const database = testDb();
const web = startWeb(testApp(database));

beforeEach(async () => {
  brokenParts.clear();
  await makePlans(database.db);
});

/** Opens the pricing page with a broken part. */
async function openWith(part: string) {
  brokenParts.add(part);
  expectConsole(new RegExp(`the ${part} is broken`));
  return web.open('/pricing');
}

const plans = () => screen.findByRole('article', { name: 'Individual plan' });
const links = (name: string) => within(screen.getByRole('navigation', { name })).getAllByRole('link');

describe('the layout', () => {
  test('replaces a broken header with plain links', async () => {
    await openWith('header');
    expect(await plans()).toBeVisible();
    expect(links('Main').map(({ textContent }) => textContent)).toEqual([
      'Home',
      'Find Businesses',
      'Service Opportunities',
      'Plan Sign Up',
      'Member Sign-Up',
      'FAQ',
    ]);
    expect(screen.getByRole('contentinfo')).toBeVisible();
  });

  test('replaces a menu that breaks or fails to load with plain links', async () => {
    const { user } = await openWith('menu');
    await plans();
    // Find it by label, because jsdom considers the button hidden, as on wide screens.
    await user.click(screen.getByLabelText('Menu'));
    await waitFor(() => expect(links('Menu')).toHaveLength(6));
    expect(await plans()).toBeVisible();
  });

  test('replaces a broken footer with the site map', async () => {
    await openWith('footer');
    expect(await plans()).toBeVisible();
    expect(within(screen.getByRole('banner')).getByRole('link', { name: 'FAQ' })).toBeVisible();
    expect(links('Site map').length).toBeGreaterThan(15);
  });

  test('keeps the rest of the footer if the social links are broken', async () => {
    await openWith('social links');
    expect(await plans()).toBeVisible();
    expect(within(screen.getByRole('contentinfo')).getByRole('heading', { name: 'Legal' })).toBeVisible();
  });

  test('shows an error page with links if any other part is broken', async () => {
    await openWith('login');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'We couldn’t show this page' }),
    ).toBeVisible();
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'write to us' })).toHaveAttribute(
      'href',
      '/contact',
    );
    expect(links('Main')).toHaveLength(6);
  });
});
