import { readSiteSettings, type SiteSettings } from '#server/domains/content/site-settings.shared.ts';
import { trpc } from '#web/lib/trpc.ts';

/** Returns undefined while loading and after a failure. */
export function useSiteSettings(): SiteSettings | undefined {
  const { data } = trpc.content.settings.useQuery();
  return data === undefined ? undefined : readSiteSettings(data);
}
