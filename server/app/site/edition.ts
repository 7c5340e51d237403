import { getContentRevision, getPublicSettings } from '../../domains/content/content.service.ts';
import { toBusinessDate } from '../../lib/dates.ts';
import type { Deps } from '../../platform/deps.ts';
import { type PageOrigins, readPageOrigins } from '../http/page-origins.ts';
import type { WebBuild } from './web-build.ts';

/**
 * The build and content that all pages are composed from. The id changes with the web build, the content, and
 * the date, which some pages show.
 */
export interface Edition {
  /** Unique per edition. */
  id: string;
  build: WebBuild;
  origins: PageOrigins;
}

export type ReadEdition = (build: WebBuild) => Promise<Edition>;

/**
 * Returns a function that reads the current edition. Each call reads the content's revision, so that a change
 * by staff shows on the next request in every process. It throws if the database is unavailable.
 */
export function createEditionReader({ db, now }: Pick<Deps, 'db' | 'now'>): ReadEdition {
  let lastContent: { revision: string; origins: PageOrigins } | undefined;
  return async (build) => {
    // Read the revision before the content: if it changes in between, the next request composes the page
    // again.
    const revision = await getContentRevision(db);
    const origins =
      lastContent?.revision === revision ? lastContent.origins : readPageOrigins(await getPublicSettings(db));
    lastContent = { revision, origins };
    return { id: `${build.version} ${toBusinessDate(now())} ${revision}`, build, origins };
  };
}

/**
 * Returns the edition to use while the database is down, for pages that don't need it. The CSP then allows no
 * video or analytics origins.
 */
export function createEditionWithoutContent(build: WebBuild): Edition {
  return { id: build.version, build, origins: { frames: [], media: [], connect: [] } };
}
