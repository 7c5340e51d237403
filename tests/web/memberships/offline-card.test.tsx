import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { readQr } from '#tests/helpers/qr.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { App } from '#web/app.tsx';
import { readOfflineCards } from '#web/features/memberships/card/offline-cards.ts';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
let now = NOW;
const app = testApp(database, { now: () => now, limits: NO_LIMITS });
const web = startWeb(app);
const subscription = { periodEnd: new Date('2026-12-05T19:00:00Z') };

let account: TestAccount;
beforeEach(async () => {
  now = NOW;
  account = await makeAccount(database.db);
});
const makeOwnMembership = (changes: Parameters<typeof makeMembership>[1] = {}) =>
  makeMembership(database.db, { accountId: account.id, subscription, ...changes });
const graphic = () => screen.findByRole('figure', { name: 'Membership card' });
/** Returns everything in the browser's storage as text. */
const readStorage = () => JSON.stringify({ ...localStorage, ...sessionStorage });

/** Opens the card once while online. */
async function openOnce(number: string, owner = account) {
  const openedPage = await web.open(`/user/card/${number}`, owner);
  await graphic();
  await waitFor(() => expect(readStorage()).toContain(number));
  return openedPage;
}

/** Closes the page and drops its session cookie. */
function leave() {
  cleanup();
  vi.unstubAllGlobals();
}

/** Reloads the page while the server is unreachable. */
function openWithoutSignal(path: string) {
  cleanup();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  window.history.replaceState(null, '', path);
  render(<App />);
  return userEvent.setup();
}

describe('the card offline', () => {
  test('looks the same as online, with a valid code and the time of its last check', async () => {
    const { number } = await makeOwnMembership();
    await openOnce(number);
    openWithoutSignal(`/user/card/${number}`);
    const card = await graphic();
    for (const text of ['Maria Gomez', 'Individual', formatMembershipNumber(number), '12/05/26']) {
      expect(card).toHaveTextContent(text);
    }
    const offlineNotice = await screen.findByText(
      /You seem to be offline. This card is saved on your device/,
    );
    const line = offlineNotice.parentElement ?? document.body;
    expect(line).toHaveTextContent(/Last checked Nov 21, 2026/);
    expect(within(line).getByText(/Nov 21/)).toHaveAttribute('datetime', NOW.toISOString());

    const code = await screen.findByRole('img', { name: /^QR code/ });
    await waitFor(() => expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M/));
    const scan = new URL(readQr(code)).searchParams.get('scan') ?? '';
    expect(await app.caller().verification.find({ number, scan })).toMatchObject({ liveness: 'live' });
  });

  test('is listed at /user if it is saved on this device', async () => {
    const { number } = await makeOwnMembership();
    await openOnce(number);
    const user = openWithoutSignal('/user');
    await user.click(
      await screen.findByRole('link', { name: `Show Individual card ${formatMembershipNumber(number)}` }),
    );
    expect(await graphic()).toHaveTextContent('Maria Gomez');
  });

  test('is not shown if it was never opened on this device', async () => {
    const { number } = await makeOwnMembership();
    const otherCard = await makeOwnMembership({ firstname: 'Ana' });
    await openOnce(number);
    openWithoutSignal(`/user/card/${otherCard.number}`);
    await screen.findByText(/We can’t load your memberships right now/);
    expect(screen.queryByRole('figure')).not.toBeInTheDocument();
    expect(screen.queryByText(/Ana/)).not.toBeInTheDocument();
  });

  test('is shown if the server fails', async () => {
    const { number } = await makeOwnMembership();
    await openOnce(number);
    cleanup();
    vi.stubGlobal('fetch', async () => new Response('Bad Gateway', { status: 502 }));
    render(<App />);
    expect(await graphic()).toHaveTextContent('Maria Gomez');
  });

  test('is shown until its period or its key ends, and no longer', async () => {
    const { number } = await makeOwnMembership({
      subscription: { periodEnd: new Date(NOW.getTime() + 90 * DAY_MS) },
    });
    await openOnce(number);
    const countCardsInDays = (days: number) => readOfflineCards(Date.now() + days * DAY_MS).length;
    expect([countCardsInDays(0), countCardsInDays(29), countCardsInDays(32)]).toEqual([1, 1, 0]);
    const shortMembership = await makeOwnMembership({
      subscription: { periodEnd: new Date(NOW.getTime() + 2 * DAY_MS) },
    });
    leave();
    await openOnce(shortMembership.number);
    expect([countCardsInDays(1), countCardsInDays(3)]).toEqual([2, 1]);
  });
});

describe('the card saved on the device', () => {
  test('contains its own names and number only', async () => {
    const family = {
      planId: 1,
      spouseFirstname: 'Luis',
      spouseLastname: 'Gomez',
      familyMembers: ['Eva Gomez'],
    };
    const { number } = await makeOwnMembership(family);
    const unopenedCard = await makeOwnMembership({ firstname: 'Ben' });
    await openOnce(number);
    expect(readStorage()).toContain('Maria');
    for (const text of ['Luis', 'Eva', 'Ben', unopenedCard.number, account.email]) {
      expect(readStorage()).not.toContain(text);
    }
  });

  test('is deleted at logout', async () => {
    const { number } = await makeOwnMembership();
    const { user } = await openOnce(number);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(await screen.findByRole('button', { name: /^Welcome/ }));
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(readStorage()).not.toContain(number));
    openWithoutSignal(`/user/card/${number}`);
    await waitFor(() => expect(screen.getByRole('alert')).toBeVisible());
    expect(screen.queryByRole('figure')).not.toBeInTheDocument();
  });

  test('is deleted on the next page after the session ended on another device', async () => {
    const { number } = await makeOwnMembership();
    await openOnce(number);
    await app.caller(account).accounts.profile.endOtherSessions();
    leave();
    await web.open('/verify/card');
    await waitFor(() => expect(readStorage()).not.toContain(number));
  });

  test('is deleted when another account logs in', async () => {
    const { number } = await makeOwnMembership();
    await openOnce(number);
    leave();
    await web.open('/verify/card', await makeAccount(database.db));
    await waitFor(() => expect(readStorage()).not.toContain(number));
  });

  test.each([
    ['past due', { status: 'past_due' }],
    ['ended', { status: 'canceled', endedAt: NOW }],
  ] as const)('is deleted when the membership is %s', async (_name, changes) => {
    const { number, subscriptionId } = await makeOwnMembership();
    await openOnce(number);
    await database.db.updateTable('subscriptions').set(changes).where('id', '=', subscriptionId).execute();
    leave();
    await web.open(`/user/card/${number}`, account);
    await screen.findByText('This card can’t be shown right now');
    await waitFor(() => expect(readStorage()).not.toContain(number));
  });

  test('can be damaged without breaking the page', async () => {
    for (const text of ['', 'null', '[null]', '{"a":1}', '[{"card":{"shown":true},"receivedAt":1}]']) {
      localStorage.setItem('kept-cards:x', text);
      expect(readOfflineCards(), text).toEqual([]);
    }
  });
});
