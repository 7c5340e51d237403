import { readSiteSettings, type SiteSettings } from '#server/content/site-settings.shared.ts';
import { trpc } from '#web/lib/trpc.ts';

/** What the settings have the pages show; undefined until they are here, and where they cannot be had. */
export function useSiteSettings(): SiteSettings | undefined {
  const { data } = trpc.content.settings.useQuery();
  return data === undefined ? undefined : readSiteSettings(data);
}
