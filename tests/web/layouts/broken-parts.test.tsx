import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { expectConsole } from '#tests/helpers/console.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { servedWeb } from '#tests/helpers/web.tsx';

/** The parts of the site that break when they are drawn. */
const broken = vi.hoisted(() => new Set<string>());

function breakWhenAsked(part: string): void {
  if (broken.has(part)) throw new Error(`the ${part} is broken`);
}

vi.mock('#web/layouts/header/site-header.tsx', async (original) => {
  const { SiteHeader } = await original<typeof import('#web/layouts/header/site-header.tsx')>();
  return {
    SiteHeader: (props: { home?: boolean }) => {
      breakWhenAsked('header');
      return <SiteHeader {...props} />;
    },
  };
});
vi.mock('#web/layouts/header/mobile-menu.tsx', () => ({
  MobileMenu: () => {
    breakWhenAsked('menu');
    return null;
  },
}));
vi.mock('#web/layouts/footer/site-footer.tsx', async (original) => {
  const { SiteFooter } = await original<typeof import('#web/layouts/footer/site-footer.tsx')>();
  return {
    SiteFooter: () => {
      breakWhenAsked('footer');
      return <SiteFooter />;
    },
  };
});
vi.mock('#web/layouts/footer/social-links.tsx', () => ({
  SocialLinks: () => {
    breakWhenAsked('social links');
    return null;
  },
}));
vi.mock('#web/features/accounts/login-modal-slot.tsx', () => ({
  LoginModalSlot: () => {
    breakWhenAsked('login');
    return null;
  },
}));

const database = testDb();
const web = servedWeb(testApp(database));

beforeEach(async () => {
  broken.clear();
  await makePlans(database.db);
});

/** Opens the prices with a part that breaks. */
async function openWith(part: string) {
  broken.add(part);
  expectConsole(new RegExp(`the ${part} is broken`));
  return web.open('/pricing');
}

const plans = () => screen.findByRole('article', { name: 'Individual plan' });
const links = (name: string) => within(screen.getByRole('navigation', { name })).getAllByRole('link');

describe('[issue 7] what is around a page breaks, and the site stays usable', () => {
  test('a header that breaks leaves the page, and its links', async () => {
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

  test('a menu that breaks, or cannot be fetched, gives its links all the same', async () => {
    const { user } = await openWith('menu');
    await plans();
    // Hidden where the navbar has room, as jsdom thinks.
    await user.click(screen.getByLabelText('Menu'));
    await waitFor(() => expect(links('Menu')).toHaveLength(6));
    expect(await plans()).toBeVisible();
  });

  test('a footer that breaks leaves the page, and the site map', async () => {
    await openWith('footer');
    expect(await plans()).toBeVisible();
    expect(within(screen.getByRole('banner')).getByRole('link', { name: 'FAQ' })).toBeVisible();
    expect(links('Site map').length).toBeGreaterThan(15);
  });

  test('links elsewhere that break are missed alone', async () => {
    await openWith('social links');
    expect(await plans()).toBeVisible();
    expect(within(screen.getByRole('contentinfo')).getByRole('heading', { name: 'Legal' })).toBeVisible();
  });

  test('what else breaks around the pages is an error page with a way on', async () => {
    await openWith('login');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This page could not be shown' }),
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
