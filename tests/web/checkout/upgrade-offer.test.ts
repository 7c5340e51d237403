import { expect, test } from 'vitest';
import { lacksCard } from '#web/features/checkout/upgrade/upgrade-offer.tsx';

const nothing = {
  lines: [],
  subtotalCents: 0,
  discountCents: 0,
  totalCents: 0,
  recurringCents: 0,
  discountedRecurringCents: 0,
  interval: 'once' as const,
  promo: null,
};

test('an upgrade needs a card on file only if something is due', () => {
  const upgrade = { days: 1, periodDays: 30, periodEnd: '2026-12-01T12:00:00Z', card: null };
  expect(lacksCard({ ...upgrade, quote: { ...nothing, free: true } })).toBe(false);
  expect(lacksCard({ ...upgrade, quote: { ...nothing, totalCents: 999, free: false } })).toBe(true);
});
