import { formatCents } from '#server/lib/money.ts';
import { readDollars } from '#server/lib/readers/money.ts';
import { valueOrNull } from '#server/lib/readers/reading.ts';
import { trpc } from '#web/lib/trpc.ts';

/**
 * Returns what a Friend earns per person who joins, such as '$5.00'. Null until the settings have loaded, and
 * if the setting isn't an amount.
 */
export function useFriendBonus(): string | null {
  const { data } = trpc.content.settings.useQuery();
  const cents = valueOrNull(readDollars(data?.friendBonus ?? ''));
  return cents === null ? null : formatCents(cents);
}
