import { trpc } from '#web/lib/trpc.ts';

/** Where donated commissions go, as it reads in a sentence. */
export function useCommunityFund(): string {
  const { data } = trpc.content.settings.useQuery();
  return data?.communityFund || 'the community fund';
}
