import { trpc } from '#web/lib/trpc.ts';

/** Returns the name of the fund that gets donated commissions, worded for use within a sentence. */
export function useCommunityFund(): string {
  const { data } = trpc.content.settings.useQuery();
  return data?.communityFund || 'the community fund';
}
