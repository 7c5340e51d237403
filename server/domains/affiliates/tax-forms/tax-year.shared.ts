export const TAX_FORM_NAMES = { w9: 'W-9', w8ben: 'W-8BEN' } as const;

/**
 * Payouts from this amount a year are reported to the IRS on a Form 1099-NEC. From 2027 on, the IRS adjusts
 * it for inflation: add its new figure here.
 */
const REPORTING_THRESHOLDS = [
  { fromYear: 2026, cents: 200_000 },
  { fromYear: 0, cents: 60_000 },
];

/** Returns the threshold in cents. */
export function getReportingThreshold(year: number): number {
  return REPORTING_THRESHOLDS.find(({ fromYear }) => year >= fromYear)?.cents ?? 0;
}
