import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { readQr } from '#tests/helpers/qr.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const app = testApp(database, { now: () => NOW, limits: NO_LIMITS });
const web = startWeb(app);
const END = new Date('2026-12-05T19:00:00Z');
const subscription = { periodEnd: END };

let account: TestAccount;
beforeEach(async () => {
  account = await makeAccount(database.db);
});

const makeOwnMembership = (changes: Parameters<typeof makeMembership>[1] = {}) =>
  makeMembership(database.db, { accountId: account.id, subscription, ...changes });
const modal = () => screen.findByRole('dialog', { name: 'Membership Card' });

describe('[S2 card modal, S2 /user/card] /user/card/{id}', () => {
  test('opens from /user and shows ID and plan, and a graphic with holder, plan, ID, and expiry MM/DD/YY', async () => {
    const { number } = await makeOwnMembership();
    const id = formatMembershipNumber(number);
    const { user } = await web.open('/user', account);
    await user.click(await screen.findByRole('link', { name: 'View Membership Card' }));
    expect(window.location.pathname).toBe(`/user/card/${id}`);
    const card = within(await modal());
    const graphic = await card.findByRole('figure', { name: 'Membership card' });
    for (const text of ['Maria Gomez', 'Individual', id, '12/05/26']) expect(graphic).toHaveTextContent(text);
    expect(card.getAllByText(id)).toHaveLength(2);
    expect(card.getAllByText('Individual')).toHaveLength(2);
  });

  test('[D8] shows a QR code that leads to the verification page, with a live code', async () => {
    const { number } = await makeOwnMembership();
    await web.open(`/user/card/${number}`, account);
    const code = await screen.findByRole('img', { name: /^QR code/ });
    await waitFor(() => expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M\d+ \d+h1v1h-1z/));
    const link = new URL(readQr(code));
    expect(`${link.origin}${link.pathname}`).toBe(`http://localhost:3000/verify/card/${number}`);
    const scan = link.searchParams.get('scan') ?? '';
    expect(await app.caller().verification.find({ number, scan })).toMatchObject({ liveness: 'live' });
  });

  test('prints a QR code without a live code, which would expire', async () => {
    const { number } = await makeOwnMembership();
    const { container } = await web.open(`/user/card/${number}`, account);
    await screen.findByRole('img', { name: /^QR code/ });
    const paper = await waitFor(() => {
      const qrPath = container.ownerDocument.querySelector(
        '[aria-hidden="true"] svg[role="img"] path[d^="M"]',
      );
      if (!qrPath?.parentElement) throw new Error('not drawn yet');
      return qrPath.parentElement;
    });
    expect(readQr(paper)).toBe(`http://localhost:3000/verify/card/${number}?scan=`);
  });

  test('returns to /user when it closes, and Back does not open it again', async () => {
    await makeOwnMembership();
    const { user } = await web.open('/user', account);
    const link = await screen.findByRole('link', { name: 'View Membership Card' });
    await user.click(link);
    await user.click(within(await modal()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(window.location.pathname).toBe('/user'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('link', { name: 'View Membership Card' })).toHaveFocus());
  });

  test('closes on Escape too, even if it was opened by a link', async () => {
    const { number } = await makeOwnMembership();
    const { user } = await web.open(`/user/card/${number}`, account);
    await modal();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.pathname).toBe('/user'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByText('Current Memberships')).toBeVisible();
  });

  test.each([
    ['past_due', { status: 'past_due' }, /couldn’t collect the payment/],
    ['unpaid', { status: 'unpaid' }, /couldn’t collect the payment/],
    ['ended', { periodEnd: NOW }, /It was to renew on November 21st 2026\./],
    ['closed', { status: 'canceled', endedAt: NOW }, /^Ended on November 21st 2026\.$/],
  ] as const)('is hidden when %s', async (_name, changes, reason) => {
    const { number } = await makeOwnMembership({ subscription: { ...subscription, ...changes } });
    await web.open(`/user/card/${number}`, account);
    const cardDialog = within(await modal());
    expect(await cardDialog.findByText(reason)).toBeVisible();
    const payLink = cardDialog.queryByRole('link', { name: 'Update card and pay' });
    expect(payLink !== null).toBe(/payment/.test(reason.source));
    expect(cardDialog.queryByRole('figure')).not.toBeInTheDocument();
    expect(cardDialog.queryByRole('img')).not.toBeInTheDocument();
  });

  test('[S6 corporate card] is hidden for a company’s own plan', async () => {
    const { number } = await makeOwnMembership({ planId: 5 });
    await web.open(`/user/card/${number}`, account);
    expect(await within(await modal()).findByText(/corporate plan has no card of its own/)).toBeVisible();
    expect(screen.queryByRole('figure')).not.toBeInTheDocument();
  });

  test.each(['of another account', 'that is malformed'])(
    'shows No Membership Found for a number %s',
    async (kindOfNumber) => {
      const othersMembership = await makeMembership(database.db, {
        accountId: (await makeAccount(database.db)).id,
      });
      await web.open(
        `/user/card/${kindOfNumber === 'that is malformed' ? 'nonsense' : othersMembership.number}`,
        account,
      );
      expect(await within(await modal()).findByText('No Membership Found')).toBeVisible();
      expect(screen.queryByText(/Maria Gomez/)).not.toBeInTheDocument();
    },
  );

  test('requires a visitor to log in, and shows nothing of the card', async () => {
    const { number } = await makeOwnMembership();
    await web.open(`/user/card/${number}`);
    expect(await screen.findByRole('heading', { name: 'Login to continue' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('[D8] the card at checkout', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'));

  test('keeps the screen on while it is shown, even after the page was hidden', async () => {
    const release = vi.fn(async () => {});
    const requestWakeLock = vi.fn(async () => ({ release }));
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request: requestWakeLock } });
    const { number } = await makeOwnMembership();
    const { user } = await web.open(`/user/card/${number}`, account);
    await waitFor(() => expect(requestWakeLock).toHaveBeenCalledWith('screen'));
    const callsBefore = requestWakeLock.mock.calls.length;
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(requestWakeLock.mock.calls.length).toBe(callsBefore + 1));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(release).toHaveBeenCalled());
  });

  test('is shown even if the browser refuses to keep the screen on', async () => {
    const requestWakeLock = vi.fn(async () =>
      Promise.reject(new DOMException('low battery', 'NotAllowedError')),
    );
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request: requestWakeLock } });
    const { number } = await makeOwnMembership();
    await web.open(`/user/card/${number}`, account);
    expect(await screen.findByRole('figure', { name: 'Membership card' })).toBeVisible();
    expect(requestWakeLock).toHaveBeenCalled();
  });
});
