import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveStepAt, makeLiveCode } from '#server/domains/memberships/wallet/live-code.shared.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { readScannedText } from '#web/features/memberships/verify/scanned-text.ts';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
let now = NOW;
beforeEach(() => {
  now = NOW;
});
const app = testApp(database, { now: () => now, limits: NO_LIMITS });
const web = startWeb(app);
const subscription = { periodEnd: new Date('2027-03-01T18:00:00Z') };

const findCheckSection = () => screen.findByRole('region', { name: 'Membership check' });
const findResult = async () => within(await findCheckSection()).findByRole('heading', { level: 2 });
const findResultHeading = async () => within(await findCheckSection()).findByRole('heading', { level: 3 });

/** Creates a card, with the code that a phone would currently show. */
async function makeShownCard(changes: Parameters<typeof makeMembership>[1] = {}) {
  const account = await makeAccount(database.db);
  const { number, subscriptionId } = await makeMembership(database.db, {
    accountId: account.id,
    subscription,
    ...changes,
  });
  const card = await app.caller(account).memberships.card({ number });
  if (!card.shown) throw new Error('The card is hidden');
  return { number, subscriptionId, scan: await makeLiveCode(card.live, liveStepAt(NOW.getTime())) };
}

describe('[S2 membership check] the result of a scan', () => {
  test('shows Expires {date}, with plan and Names on Card', async () => {
    const names = {
      spouseFirstname: 'Luis',
      spouseLastname: 'Gomez',
      familyMembers: ['Eva Gomez', 'Eva Gomez'],
    };
    const { number, scan } = await makeShownCard({ planId: 1, ...names });
    await web.open(`/verify/card/${number}?scan=${scan}`);
    expect(await findResult()).toHaveTextContent('Active');
    const checkSection = within(await findCheckSection());
    expect(checkSection.getByText('Expires March 1st 2027')).toBeVisible();
    const cardNames = within(
      checkSection.getByText('Names on Card', { selector: 'dt' }).parentElement ?? document.body,
    );
    expect(cardNames.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Maria Gomez',
      'Luis Gomez',
      'Eva Gomez',
      'Eva Gomez',
    ]);
    expect(checkSection.getByText('Card Plan', { selector: 'dt' }).nextElementSibling).toHaveTextContent(
      'Family',
    );
  });

  test.each([
    [{ periodEnd: NOW }, 'Expired!', 'Ended on November 21st 2026'],
    [{ status: 'past_due' }, 'Invalid', 'The membership is invalid. For more info, please contact us.'],
    [{ status: 'unpaid' }, 'Invalid', 'The membership is invalid. For more info, please contact us.'],
    [
      { status: 'canceled', endedAt: NOW },
      'Invalid',
      'The membership is invalid. For more info, please contact us.',
    ],
  ] as const)(
    '[S8 membership lookup] shows %o as %s, even with a live code',
    async (changes, word, sentence) => {
      const { number, subscriptionId, scan } = await makeShownCard();
      await database.db.updateTable('subscriptions').set(changes).where('id', '=', subscriptionId).execute();
      await web.open(`/verify/card/${number}?scan=${scan}`);
      expect(await findResult()).toHaveTextContent(word);
      expect(screen.getByText(sentence)).toBeVisible();
      expect(screen.queryByText(/Shown live|Names on Card|Gomez/)).not.toBeInTheDocument();
    },
  );

  test.each(['ABCD-EFGH-JKMN', 'nonsense'])(
    '[S8 membership lookup] shows Not Found for %s',
    async (enteredText) => {
      await web.open(`/verify/card/${enteredText}?scan=x`);
      expect(await findResult()).toHaveTextContent(/^Not Found$/);
    },
  );

  test('links to all details, and a typed number shows these immediately', async () => {
    const { number, scan } = await makeShownCard();
    const { user } = await web.open(`/verify/card/${number}?scan=${scan}`);
    await user.click(await within(await findCheckSection()).findByRole('link', { name: 'See all details' }));
    expect(await screen.findByText(/Verifying Membership #/)).toHaveTextContent(
      formatMembershipNumber(number),
    );
    expect(screen.queryByRole('region', { name: 'Membership check' })).not.toBeInTheDocument();
  });

  test('is announced', async () => {
    await web.open('/verify/card/ABCD?scan=');
    expect((await findResult()).closest('[aria-live="polite"]')).not.toBeNull();
  });
});

describe('the liveness of a scanned card', () => {
  test('is Shown live, but not for a later screenshot of it', async () => {
    const { number, scan } = await makeShownCard();
    const first = await web.open(`/verify/card/${number}?scan=${scan}`);
    expect(await findResultHeading()).toHaveTextContent(/^Shown live$/);
    first.unmount();
    now = new Date(NOW.getTime() + 5 * 60_000);
    await web.open(`/verify/card/${number}?scan=${scan}`);
    expect(await findResultHeading()).toHaveTextContent(/^Not shown live$/);
    expect(screen.getByText(/may be a screenshot/)).toBeVisible();
    expect(await findResult()).toHaveTextContent('Active');
  });

  test('is not Shown live for a forged code', async () => {
    const { number } = await makeShownCard();
    await web.open(`/verify/card/${number}?scan=g1e.zmjc0.AAAAAAAAAAAA`);
    expect(await findResultHeading()).toHaveTextContent(/^Not shown live$/);
    expect(screen.getByText(/didn’t come from this card/)).toBeVisible();
  });

  test('is stated for a printed card', async () => {
    const { number } = await makeShownCard();
    await web.open(`/verify/card/${number}?scan=`);
    expect(await findResultHeading()).toHaveTextContent(/^No live code$/);
  });

  test('remains on screen after the code expires', async () => {
    const { number, scan } = await makeShownCard();
    await web.open(`/verify/card/${number}?scan=${scan}`);
    expect(await findResultHeading()).toHaveTextContent(/^Shown live$/);
    now = new Date(NOW.getTime() + 5 * 60_000);
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await findResultHeading()).toHaveTextContent(/^Shown live$/);
  });
});

describe('the scan with a camera', () => {
  const stubCamera = (getUserMedia: () => Promise<MediaStream>) =>
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  afterEach(() => Reflect.deleteProperty(navigator, 'mediaDevices'));

  test('is not offered if the browser has no camera', async () => {
    await web.open('/verify/card');
    await screen.findByRole('searchbox');
    expect(screen.queryByRole('button', { name: /Scan/ })).not.toBeInTheDocument();
  });

  test.each([
    ['NotAllowedError', /This site can’t use your camera/],
    ['NotFoundError', /couldn’t find a camera/],
    ['NotReadableError', /Another app is using the camera/],
    ['AbortError', /couldn’t start the camera/],
  ])('explains the error %s, and the number can be typed', async (name, words) => {
    stubCamera(async () => Promise.reject(new DOMException('', name)));
    const { user } = await web.open('/verify/card');
    await user.click(await screen.findByRole('button', { name: 'Scan a card' }));
    const box = await screen.findByRole('alert');
    expect(box).toHaveTextContent(words);
    expect(box).toHaveTextContent(/type the ID/i);
    expect(screen.getByRole('searchbox')).toBeEnabled();
  });

  test('releases the camera when it stops', async () => {
    const stop = vi.fn();
    const stream = Object.assign(Object.create(EventTarget.prototype), { getTracks: () => [{ stop }] });
    stubCamera(async () => stream);
    HTMLMediaElement.prototype.play = async () => {};
    const { user } = await web.open('/verify/card');
    await user.click(await screen.findByRole('button', { name: 'Scan a card' }));
    expect(await screen.findByText('Hold the card’s code in the frame.')).toBeVisible();
    // React's strict mode runs the effect twice, so the first stream has already been stopped.
    const stopsBefore = stop.mock.calls.length;
    await user.click(screen.getByRole('button', { name: 'Stop scanning' }));
    await waitFor(() => expect(stop.mock.calls.length).toBe(stopsBefore + 1));
    expect(screen.queryByText('Hold the card’s code in the frame.')).not.toBeInTheDocument();
  });
});

describe('a card’s QR code', () => {
  const number = '0110X0Q1A0B8';
  test.each([
    [`https://cards.example.com/verify/card/${number}?scan=a.b.c`, { number, scan: 'a.b.c' }],
    [`https://cards.example.com/verify/card/${number}?scan=`, { number, scan: '' }],
    [`http://localhost:3000/verify/card/0110-x0q1-a0b8/`, { number, scan: '' }],
    [`https://cards.example.com/user/card/${number}`, { number, scan: '' }],
    [number, { number, scan: '' }],
    ['0110-X0Q1-A0B8', { number, scan: '' }],
  ])('is read from %s', (text, card) => {
    expect(readScannedText(text)).toEqual(card);
  });

  test.each([
    '',
    'https://cards.example.com/',
    'https://cards.example.com/verify/card/',
    'https://cards.example.com/verify/card/0110X0Q1A0B9',
    `javascript:alert("/verify/card/${number}")`,
    'WIFI:S:shop;T:WPA;P:secret;;',
    '%E0%A4%A',
  ])('is not read from %j', (text) => {
    expect(readScannedText(text)).toBeNull();
  });
});
