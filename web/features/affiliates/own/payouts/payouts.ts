import { formatDateInWords } from '#server/lib/dates.ts';
import { toDate } from '#web/lib/format.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';

export type Payouts = NonNullable<RouterOutputs['affiliates']['payouts']['overview']>;

export function formatDay(instant: string): string {
  const date = toDate(instant);
  return date === null ? '-' : formatDateInWords(date);
}
