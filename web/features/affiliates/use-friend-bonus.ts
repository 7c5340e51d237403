import { formatCents, parseDollars } from '#server/lib/money.ts';
import { trpc } from '#web/lib/trpc.ts';

/** What a friend earns for a person who joins, from the settings (DESIGN D13): '$5.00'; null until it is known. */
export function useFriendBonus(): string | null {
  const { data } = trpc.content.settings.useQuery();
  const cents = parseDollars(data?.friendBonus ?? '');
  return cents === null ? null : formatCents(cents);
}
