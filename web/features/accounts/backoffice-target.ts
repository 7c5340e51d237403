import { paths } from '#server/site/pages.shared.ts';
import type { Viewer } from '#server/viewer/viewer.schema.ts';

type Owner = Pick<Viewer, 'hasBusinessPlan' | 'businessSearchList'>;
type Recommender = Pick<Viewer, 'accountType' | 'influencer' | 'friend'>;

/** Whether the account has a plan, or a business that is still listed. */
export function hasBusiness({ hasBusinessPlan, businessSearchList }: Owner): boolean {
  return hasBusinessPlan || businessSearchList;
}

/** Influencers, loyalty affiliates, educators and friends (D12). */
export function isAffiliate({ accountType, influencer, friend }: Recommender): boolean {
  return (accountType >= 1 && accountType <= 3) || influencer || friend;
}

export interface BackofficeTarget {
  address: string;
  /** True for the separate back office site. */
  isElsewhere: boolean;
}

/**
 * The target of Back office links: the separate site or, if none is set up, the account's own page for its role (D17).
 * Visitors get the account page, which asks them to log in.
 */
export function backofficeTarget(
  viewer: (Owner & Recommender) | null | undefined,
  links: { backoffice: string | null } | undefined,
  /** Whether the account has bought cards for a company, or started to. */
  hasCompany = false,
): BackofficeTarget {
  if (links?.backoffice) return { address: links.backoffice, isElsewhere: true };
  return { address: viewer ? ownPage(viewer, hasCompany) : paths.account(), isElsewhere: false };
}

/** Whether the account's own data leads to no page of its own. */
export function hasNoOwnPage(viewer: Owner & Recommender): boolean {
  return !hasBusiness(viewer) && !isAffiliate(viewer);
}

function ownPage(viewer: Owner & Recommender, hasCompany: boolean): string {
  if (hasBusiness(viewer)) return paths.business();
  if (isAffiliate(viewer)) return paths.affiliate();
  return hasCompany ? paths.company() : paths.account();
}
