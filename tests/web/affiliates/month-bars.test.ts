import { describe, expect, test } from 'vitest';
import { buildBars, CHART_HEIGHT } from '#web/features/affiliates/own/month-chart.tsx';

const months = (...cents: number[]) =>
  cents.map((earnedCents, index) => ({ month: `2026-${String(index + 1).padStart(2, '0')}`, earnedCents }));

describe('the monthly bars', () => {
  test('are as high as the earnings, with the best month at full height', () => {
    const { bars, zero } = buildBars(months(1000, 500, 0));
    expect(zero).toBe(CHART_HEIGHT);
    expect(bars.map(({ height }) => height)).toEqual([CHART_HEIGHT, CHART_HEIGHT / 2, 0]);
    expect(bars.map(({ y }) => y)).toEqual([0, CHART_HEIGHT / 2, CHART_HEIGHT]);
  });

  test('extend below the zero line if more was reversed than earned, on the same scale', () => {
    const { bars, zero } = buildBars(months(3000, -1000));
    expect(zero).toBe(CHART_HEIGHT * 0.75);
    expect(bars[1]).toMatchObject({ y: zero, height: CHART_HEIGHT / 4 });
  });

  test('show a small amount even next to a large one', () => {
    expect(buildBars(months(1_000_000, 1)).bars[1]?.height).toBe(3);
  });

  test('show a line if nothing was earned', () => {
    expect(buildBars(months(0, 0))).toMatchObject({
      zero: CHART_HEIGHT,
      bars: [{ height: 0 }, { height: 0 }],
    });
  });

  test('are labeled by month in every browser time zone', () => {
    expect(buildBars(months(1)).bars[0]).toMatchObject({
      name: 'January 2026',
      shortName: 'Jan',
      year: '2026',
    });
  });
});
