import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { Authenticator } from '#tests/helpers/authenticator.ts';
import { addSecurityKey } from '#tests/helpers/browser-passkeys.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePasskey } from '#tests/helpers/factories/passkey.ts';
import { holdResponse } from '#tests/helpers/hold-response.ts';
import { makeStaff } from '#tests/helpers/staff.ts';
import { listPresets, readPeriod, toChartRows, writePeriod } from '#web/features/staff/overview/period.ts';
import { fill, inDialog, press, staffWeb } from './staff-web.tsx';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const { open } = staffWeb(database, app);
const address = () => `${window.location.pathname}${window.location.search}`;

describe('the overview', () => {
  test('has its period in the URL, ignores days out of order, and links figures to the period’s rows', async () => {
    const { user } = await open('/staff/overview?from=2020-01-01&to=2020-01-31');
    expect(await screen.findByText(/^Nothing has been counted yet\./)).toBeInTheDocument();
    const revenue = () => within(screen.getByRole('region', { name: 'In this period' })).getByText('Revenue');
    expect(revenue().closest('a')).toHaveAttribute(
      'href',
      '/staff/overview/money?figure=revenue&from=2020-01-01&to=2020-01-31',
    );
    const setDay = (label: string, day: string) => {
      const field = screen.getByLabelText(label);
      fireEvent.change(field, { target: { value: day } });
      fireEvent.blur(field);
    };
    setDay('From', '2019-12-01');
    await waitFor(() => expect(address()).toBe('/staff/overview?from=2019-12-01&to=2020-01-31'));
    setDay('To', '2019-11-30');
    expect(address()).toBe('/staff/overview?from=2019-12-01&to=2020-01-31');
    await user.click(screen.getByRole('link', { name: '7 days' }));
    await waitFor(() => expect(screen.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current'));
    expect(screen.getByRole('link', { name: '30 days' })).not.toHaveAttribute('aria-current');
    await press(user, 'Count now');
    expect(await screen.findByText(/^Counted /)).toBeInTheDocument();
  });
});

describe('the search box', () => {
  const label = 'What are you looking for?';

  test('opens the first result of what was typed before Enter, once it arrives', async () => {
    const { id } = await makeAccount(database.db, { firstname: 'Quentin', email: 'quentin@example.com' });
    const { user } = await open('/staff/passkeys');
    await screen.findByRole('heading', { level: 1, name: 'Your passkeys' });
    await user.keyboard('{Control>}k{/Control}');
    const response = holdResponse('staff.search.find');
    await fill(user, label, 'quentin@');
    await user.keyboard('{Enter}');
    await response.arrived;
    expect(window.location.pathname).toBe('/staff/passkeys');
    response.release();
    await waitFor(() => expect(window.location.pathname).toBe(`/staff/members/${id}`));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('opens nothing if someone types on after Enter', async () => {
    const { user } = await open('/staff/passkeys');
    await screen.findByRole('heading', { level: 1, name: 'Your passkeys' });
    await user.keyboard('{Control>}k{/Control}');
    await fill(user, label, 'quen');
    await user.keyboard('{Enter}');
    await user.type((await inDialog()).getByLabelText(label), 'tin');
    await waitFor(async () =>
      expect((await inDialog()).getByRole('status', { hidden: true })).toHaveTextContent('1 result'),
    );
    expect(window.location.pathname).toBe('/staff/passkeys');
  });
});

describe('the gate of the console', () => {
  test('says that a passkey wasn’t used, and lets staff try again', async () => {
    const account = await makeStaff(database.db);
    await makePasskey(database.db, { accountId: account.id });
    const prompts = addSecurityKey(new Authenticator(), { isDeclined: () => true });
    const { user } = await open('/staff/overview', { account, passkeyAt: null });
    for (const count of [1, 2]) {
      await press(user, 'Use your passkey');
      await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
      expect(screen.getByRole('alert')).toHaveTextContent(
        'Your passkey wasn’t used. Try again when you’re ready.',
      );
      expect(prompts).toHaveLength(count);
    }
    expect(screen.queryByRole('navigation', { name: 'Sections', hidden: true })).toBeNull();
  });
});

/** Still November 21 in Denver. */
const NOW = new Date('2026-11-22T05:00:00Z');
const LAST_30_DAYS = { from: '2026-10-23', to: '2026-11-21' };
const NO_FIGURES = {
  ...{ newMembers: 0, canceledMembers: 0, revenueCents: 0, refundsCents: 0, disputesCents: 0 },
  ...{ activeMembers: null, mrrCents: null, pastDue: null },
};

describe('the period of the overview', () => {
  test('is read from the URL, and is the last 30 days in Denver unless that has two days in order', () => {
    const period = { from: '2026-02-28', to: '2026-03-01' };
    expect(readPeriod(new URLSearchParams(writePeriod(period)), NOW)).toEqual(period);
    for (const query of [
      '',
      'from=2026-03-01&to=2026-02-28',
      'from=2026-02-30&to=2026-03-01',
      'from=2026-03-01',
    ]) {
      expect(readPeriod(new URLSearchParams(query), NOW), query).toEqual(LAST_30_DAYS);
    }
  });

  test('has presets that end today', () => {
    expect(listPresets(NOW).map(({ label, period }) => [label, period.from, period.to])).toEqual([
      ['7 days', '2026-11-15', '2026-11-21'],
      ['30 days', '2026-10-23', '2026-11-21'],
      ['This month', '2026-11-01', '2026-11-21'],
      ['12 months', '2025-11-22', '2026-11-21'],
    ]);
  });
});

describe('the charts of the overview', () => {
  test('have a row for each day up to today, also for days when nothing happened', () => {
    const days = [{ ...NO_FIGURES, day: '2026-11-20', revenueCents: 4_995, activeMembers: 7 }];
    const { rows, rowHeading } = toChartRows(days, { from: '2026-11-19', to: '2026-11-30' }, NOW);
    expect(rowHeading).toBe('Day');
    expect(rows.map(({ label, values }) => [label, values.revenueCents, values.activeMembers])).toEqual([
      ['Nov 19, 2026', 0, null],
      ['Nov 20, 2026', 4_995, 7],
      ['Nov 21, 2026', 0, null],
    ]);
  });

  test('add up months for a longer period, with the members at the end of each', () => {
    const days = [
      { ...NO_FIGURES, day: '2026-06-29', revenueCents: 100, activeMembers: 5 },
      { ...NO_FIGURES, day: '2026-06-30', revenueCents: 250, activeMembers: 6 },
      { ...NO_FIGURES, day: '2026-07-01', revenueCents: 10 },
    ];
    const toRows = (to: string) => toChartRows(days, { from: '2026-06-01', to }, NOW);
    expect(toRows('2026-08-31').rowHeading).toBe('Day');
    const { rows, rowHeading } = toRows('2026-09-01');
    expect(rowHeading).toBe('Month');
    expect(rows.map(({ label, values }) => [label, values.revenueCents, values.activeMembers])).toEqual([
      ['Jun 2026', 350, 6],
      ['Jul 2026', 10, null],
    ]);
  });
});
