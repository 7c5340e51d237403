import { trpc } from '#web/lib/trpc.ts';

/** Returns the name of the fund that gets donated commissions, or 'the community fund' if it isn't known. */
export function useCommunityFund(): string {
  const { data } = trpc.content.settings.useQuery();
  return data?.communityFund || 'the community fund';
}
