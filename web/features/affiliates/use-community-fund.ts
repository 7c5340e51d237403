import { trpc } from '#web/lib/trpc.ts';

/** Where donated commissions go, as the settings call it in a sentence (DESIGN D24). */
export function useCommunityFund(): string {
  const { data } = trpc.content.settings.useQuery();
  return data?.communityFund || 'the community fund';
}
