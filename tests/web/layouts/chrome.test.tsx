import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makePolicy, makeSetting } from '#tests/helpers/factories/content.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { App } from '#web/app.tsx';

const database = testDb();
const web = startWeb(testApp(database));

beforeEach(async () => {
  await makePlans(database.db);
  await makeSetting(database.db, 'contactHours', 'Mon-Fri 9am-5pm MST');
  await makeSetting(database.db, 'responseTime', '24-48 hours');
});

const COOKIE_POLICY =
  '<p onclick="x()">One <a href="javascript:x()">two</a> <a href="/pricing">three</a></p>' +
  '<script>x()</script><img src="x" alt="">';

const BANNER_TEXT = 'By using our site, you agree to our privacy policy and cookie policy';

describe('[S2 privacy banner] the privacy banner', () => {
  test('shows the specified sentence with links to both policies until it is dismissed', async () => {
    const { user, cookie, unmount } = await web.open('/legal/privacy-policy');
    const banner = screen.getByRole('region', { name: 'Privacy' });
    expect(banner).toHaveTextContent(BANNER_TEXT);
    expect(within(banner).getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
      'href',
      '/legal/privacy-policy',
    );
    expect(within(banner).getByRole('link', { name: 'cookie policy' })).toHaveAttribute(
      'href',
      '/legal/cookie-policy',
    );
    expect(cookie('privacyack')).toBeUndefined();

    await user.click(within(banner).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: 'Privacy' })).not.toBeInTheDocument();
    expect(cookie('privacyack')).toBe('1');

    unmount();
    window.history.replaceState(null, '', '/pricing');
    render(<App />);
    expect(screen.queryByText(/By using our site/)).not.toBeInTheDocument();
  });
});

describe('[S2 chrome] the header and footer', () => {
  test.each(['/', '/trial'])(
    'show Manage Account and Back-Office in the header of the home page at %s',
    async (path) => {
      await web.open(path);
      // Don't search by role, because the trial's modal hides the header from the accessibility tree.
      const header = within(document.querySelector('header') ?? document.body);
      const link = (name: string) => header.getByRole('link', { name, hidden: true });
      expect(link('Manage Account')).toHaveAttribute('href', '/user');
      // Visitors get the account page, which requires a login.
      expect(link('Back-Office')).toHaveAttribute('href', '/user');
      expect(link('Request Information')).toHaveAttribute('href', '/?request=information');
    },
  );

  test('don’t show these links on other pages', async () => {
    const header = () => within(screen.getByRole('banner'));
    await web.open('/pricing');
    expect(header().queryByRole('link', { name: 'Manage Account' })).not.toBeInTheDocument();
    expect(header().queryByRole('link', { name: 'Back-Office' })).not.toBeInTheDocument();
    expect(header().getByRole('link', { name: 'Member Sign-Up' })).toHaveAttribute('aria-current', 'page');
  });

  test('show the navbar’s links in the specified order', async () => {
    await web.open('/affiliates/loyalty');
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Find Businesses', '/savings'],
      ['Service Opportunities', '/educators'],
      ['Plan Sign Up', '/affiliates'],
      ['Member Sign-Up', '/pricing'],
      ['FAQ', '/faq'],
    ]);
  });

  test('link to every page for businesses and affiliates in the site map', async () => {
    await web.open('/pricing');
    const map = within(screen.getByRole('navigation', { name: 'Site map' }));
    for (const [name, address] of [
      ['Plan Sign Up', '/affiliates'],
      ['Business Networking Program', '/business/signup'],
      ['Business Program', '/affiliates/loyalty'],
      ['7 Day Business Trial', '/trial'],
      ['Service Opportunities', '/educators'],
      ['Influencers and friends', '/educators/friend'],
      ['Educators', '/educators/representative'],
      ['FAQ', '/faq'],
      ['Contact', '/contact'],
    ] as const) {
      expect(map.getByRole('link', { name })).toHaveAttribute('href', address);
    }
  });

  test('link businesses from the home page to the plans, the program, and the trial', async () => {
    await web.open('/');
    const section = within(await screen.findByRole('region', { name: 'Is one of these shops yours?' }));
    expect(section.getByText(/Over 98% of businesses stay/)).toBeVisible();
    expect(section.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/affiliates',
      '/trial',
      '/business/signup',
    ]);
  });

  test('link members from the home page to the pricing page', async () => {
    await web.open('/');
    const section = within(await screen.findByRole('region', { name: 'Memberships' }));
    expect(section.getByRole('link', { name: 'Learn more about memberships' })).toHaveAttribute(
      'href',
      '/pricing',
    );
  });

  test('link influencers and educators from the home page to their pages', async () => {
    await web.open('/');
    const section = within(await screen.findByRole('region', { name: 'Do people listen to you?' }));
    expect(section.getByRole('link', { name: 'Learn more about influencers' })).toHaveAttribute(
      'href',
      '/educators/friend',
    );
    expect(section.getByRole('link', { name: 'Learn more about educators' })).toHaveAttribute(
      'href',
      '/educators/representative',
    );
    expect(section.getByRole('link', { name: 'See the service opportunities' })).toHaveAttribute(
      'href',
      '/educators',
    );
  });

  test('[S9 contact, S2 footer] show the contact hours and response time from the settings in the footer', async () => {
    await web.open('/pricing');
    const footer = within(screen.getByRole('contentinfo'));
    expect(await footer.findByText('Mon-Fri 9am-5pm MST')).toBeVisible();
    expect(footer.getByText('We reply within 24-48 hours.')).toBeVisible();
  });

  test('move the focus to the heading of the new page after navigation', async () => {
    const { user } = await web.open('/pricing');
    await screen.findByRole('article', { name: 'Individual plan' });
    await user.click(screen.getByRole('link', { name: 'More about the Individual plan' }));
    const title = await screen.findByRole('heading', { level: 1, name: 'Individual plan' });
    await waitFor(() => expect(title).toHaveFocus());
  });

  test('move the focus after navigation from the home page to a page with a different header too', async () => {
    const { user } = await web.open('/');
    await screen.findByRole('heading', { level: 1, name: /main street/ });
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Member Sign-Up' }));
    const title = await screen.findByRole('heading', { level: 1, name: 'Choose your plan' });
    await waitFor(() => expect(title).toHaveFocus());
  });

  test('are skipped by the first Tab stop', async () => {
    const { user } = await web.open('/pricing');
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#content');
    expect(screen.getByRole('main')).toHaveAttribute('id', 'content');
  });

  test('are shown on an unknown path with a message and a link to the home page', async () => {
    await web.open('/no/such/page');
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
    expect(document.head.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  });

  test('have a switch that selects dark colors and stores the choice', async () => {
    const { user } = await web.open('/pricing');
    await user.click(screen.getByRole('button', { name: 'Switch to dark colors' }));
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(screen.getByRole('button', { name: 'Switch to light colors' })).toBeVisible();
    expect(Object.values({ ...localStorage })).toContain('dark');
  });
});

describe('[S2 legal] a policy’s page', () => {
  test('opens for /legal with the privacy policy', async () => {
    await makePolicy(database.db, 'PRIVACY', '<h2>What we keep</h2><p>Your name.</p>');
    await web.open('/legal');
    expect(await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
    expect(window.location.pathname).toBe('/legal/privacy-policy');
    expect(await screen.findByRole('heading', { level: 2, name: 'What we keep' })).toBeVisible();
  });

  test('[S8 graph error] can be loaded again after a failure', async () => {
    const { user } = await web.open('/legal/cookie-policy');
    const box = await screen.findByRole('alert');
    expect(box).toHaveTextContent('There was an Error');
    await makePolicy(database.db, 'COOKIE', COOKIE_POLICY);
    await user.click(within(box).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/One/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('removes markup other than headings, paragraphs, lists, and links', async () => {
    await makePolicy(database.db, 'COOKIE', COOKIE_POLICY);
    await web.open('/legal/cookie-policy');
    const paragraph = await screen.findByText(/One/);
    expect(paragraph.closest('main')?.querySelector('script, img, [onclick]')).toBeNull();
    expect(
      within(paragraph)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/pricing']);
  });
});
