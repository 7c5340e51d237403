import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { testAppleWallet, testGoogleWallet } from '#tests/helpers/fakes/wallets.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import type {} from '#web/features/checkout/completion/google-wallet-script.ts';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const END = new Date('2026-12-05T19:00:00Z');
let now = NOW;
let isStandIn = true;
const [apple, google] = [testAppleWallet(), testGoogleWallet()];
const app = testApp(database, () => ({
  now: () => now,
  limits: NO_LIMITS,
  appleWallet: {
    ...apple,
    get isStandIn() {
      return isStandIn;
    },
  },
  googleWallet: {
    ...google,
    get isStandIn() {
      return isStandIn;
    },
  },
}));
const web = startWeb(app);

let account: TestAccount;
beforeEach(async () => {
  now = NOW;
  isStandIn = true;
  account = await makeAccount(database.db);
});
afterEach(() => {
  for (const script of googleScripts()) script.remove();
  Reflect.deleteProperty(window, 'gapi');
});

const googleScripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src*="google"]')];

async function openCard() {
  const { number } = await makeMembership(database.db, {
    accountId: account.id,
    subscription: { periodEnd: END },
  });
  const openedPage = await web.open(`/user/card/${number}`, account);
  return { ...openedPage, number, wallets: within(await screen.findByRole('region', { name: 'Wallets' })) };
}

describe('[S2 card modal, S7 also] the wallets', () => {
  test('show an Apple Wallet link and a Google Wallet button before any of Google’s scripts load', async () => {
    const { number, wallets } = await openCard();
    const link = wallets.getByRole('link', { name: 'Add to Apple Wallet' });
    expect(link).toHaveAttribute('href', `/api/users/applepass?id=${number}`);
    expect(wallets.getByRole('button', { name: 'Add to Google Wallet' })).toBeVisible();
    expect(googleScripts()).toEqual([]);
  });

  test('are missing if the card is hidden', async () => {
    const { number } = await makeMembership(database.db, {
      accountId: account.id,
      subscription: { periodEnd: END, status: 'past_due' },
    });
    await web.open(`/user/card/${number}`, account);
    expect(await screen.findByText(/couldn’t collect the payment/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Wallets' })).not.toBeInTheDocument();
  });

  test('explain that phones will not install a pass signed with self-made keys', async () => {
    const { user, wallets } = await openCard();
    expect(await wallets.findByText(/a phone won’t install them/)).toBeVisible();
    await user.click(wallets.getByRole('button', { name: 'Add to Google Wallet' }));
    expect(await wallets.findByText(/Google Wallet doesn’t accept passes/)).toBeVisible();
    expect(googleScripts()).toEqual([]);
  });
});

describe('the Google Wallet button', () => {
  beforeEach(() => {
    isStandIn = false;
  });

  test('is replaced by a link if the script does not load', async () => {
    const { user, wallets } = await openCard();
    await user.click(wallets.getByRole('button', { name: 'Add to Google Wallet' }));
    await waitFor(() => expect(googleScripts()).toHaveLength(1));
    googleScripts()[0]?.dispatchEvent(new Event('error'));
    expect(await wallets.findByRole('link', { name: 'Open it in Google Wallet' })).toBeVisible();
    await waitFor(() =>
      expect(wallets.getByRole('button', { name: 'Add to Google Wallet' })).not.toHaveAttribute('aria-busy'),
    );
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('is drawn by Google’s script, which loads on demand, with the signed pass', async () => {
    const { user, wallets } = await openCard();
    const render = vi.fn();
    await user.click(wallets.getByRole('button', { name: 'Add to Google Wallet' }));
    await waitFor(() => expect(googleScripts()).toHaveLength(1));
    const [script] = googleScripts();
    expect(script?.src).toBe('https://apis.google.com/js/platform.js');
    window.gapi = { savetoandroidpay: { render } };
    script?.dispatchEvent(new Event('load'));
    await waitFor(() => expect(render).toHaveBeenCalled());
    const [container, options] = render.mock.calls[0] ?? [];
    expect(document.getElementById(String(container))).toBeInTheDocument();
    expect(options.jwt.split('.')).toHaveLength(3);
    const link = wallets.getByRole('link', { name: 'Open it in Google Wallet' });
    expect(link).toHaveAttribute('href', `https://pay.google.com/gp/v/save/${options.jwt}`);
    expect(wallets.queryByText(/won’t install/)).not.toBeInTheDocument();
  });

  test('explains why there is no pass if the membership just ended', async () => {
    const { user, wallets } = await openCard();
    now = END;
    await user.click(wallets.getByRole('button', { name: 'Add to Google Wallet' }));
    expect(await wallets.findByRole('alert')).toHaveTextContent(
      'The membership is invalid. For more info, please contact us.',
    );
    expect(wallets.queryByText(/Your pass/)).not.toBeInTheDocument();
  });
});
