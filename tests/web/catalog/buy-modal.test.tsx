import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const web = startWeb(testApp(database));

beforeEach(() => makePlans(database.db));

const address = () => `${window.location.pathname}${window.location.search}`;
const modal = (title: string) => screen.findByRole('dialog', { name: title });
const dialogToClose = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

describe('[S2 link /pricing, S2 /pricing/individual] the buy modal', () => {
  test.each([
    ['individual', 'Individual plan'],
    ['family', 'Family/Educator plan'],
  ])('opens on load with ?plan=%s, and closing it shows the page beneath', async (plan, title) => {
    const { user } = await web.open(`/pricing?plan=${plan}`);
    expect(await modal(title)).toBeVisible();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await dialogToClose();
    expect(address()).toBe('/pricing');
  });

  test('does not open for an unknown plan', async () => {
    await web.open('/pricing?plan=platinum');
    await screen.findByRole('article', { name: 'Individual plan' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('opens on a plan’s page, and closing it returns there', async () => {
    const { user } = await web.open('/pricing/family');
    await user.click(await screen.findByRole('link', { name: 'Buy Family' }));
    expect(await modal('Family/Educator plan')).toBeVisible();
    expect(address()).toBe('/pricing/family?plan=family');
    await user.keyboard('{Escape}');
    await dialogToClose();
    expect(address()).toBe('/pricing/family');
  });
});

describe('[architecture] a modal with a URL', () => {
  test('closes on Back and returns the focus', async () => {
    const { user } = await web.open('/pricing');
    const link = await screen.findByRole('link', { name: 'Buy Individual' });
    await user.click(link);
    await modal('Individual plan');
    window.history.back();
    await dialogToClose();
    expect(address()).toBe('/pricing');
    await waitFor(() => expect(link).toHaveFocus());
  });

  test('focuses its step’s heading when it opens, and the page title contains the step', async () => {
    const { user } = await web.open('/pricing');
    await user.click(await screen.findByRole('link', { name: 'Buy Individual' }));
    const dialog = await modal('Individual plan');
    const heading = await within(dialog).findByRole('heading', { level: 3 });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(document.title).toContain(`${heading.textContent} (Step 1 of`);
  });

  test('goes back past all its steps when it closes, so that Back does not open it again', async () => {
    const { user } = await web.open('/pricing/individual');
    await user.click(await screen.findByRole('link', { name: 'Buy Individual' }));
    await modal('Individual plan');
    await user.click(await screen.findByRole('button', { name: /guest/i }));
    await waitFor(() => expect(address()).toBe('/pricing/individual?plan=individual&step=shipping'));
    const entryCount = window.history.length;
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await dialogToClose();
    expect(address()).toBe('/pricing/individual');
    expect(window.history.length).toBe(entryCount);
  });
});
