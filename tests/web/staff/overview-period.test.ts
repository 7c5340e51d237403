import { describe, expect, test } from 'vitest';
import { listPresets, readPeriod, toChartRows, writePeriod } from '#web/features/staff/overview/period.ts';

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
