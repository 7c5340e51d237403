import { paths } from '#server/site/pages.shared.ts';
import type { Viewer } from '#server/viewer/viewer.schema.ts';

type Owner = Pick<Viewer, 'hasBusinessPlan' | 'businessSearchList'>;
type AffiliateAccount = Pick<Viewer, 'accountType' | 'influencer' | 'friend'>;

/** Whether the account has a plan, or a business that is still listed. */
export function hasBusiness({ hasBusinessPlan, businessSearchList }: Owner): boolean {
  return hasBusinessPlan || businessSearchList;
}

/** Influencers, loyalty affiliates, educators and friends (D12). */
export function isAffiliate({ accountType, influencer, friend }: AffiliateAccount): boolean {
  return (accountType >= 1 && accountType <= 3) || influencer || friend;
}

export interface BackofficeTarget {
  address: string;
  /** True for the separate back office site. */
  isExternal: boolean;
}

/**
 * The target of Back office links: the separate site or, if none is set up, the account's own page for its role (D17).
 * Visitors get the account page, which asks them to log in.
 */
export function backofficeTarget(
  viewer: (Owner & AffiliateAccount) | null | undefined,
  links: { backoffice: string | null } | undefined,
  /** Whether the account has bought cards for a company, or started to. */
  hasCompany = false,
): BackofficeTarget {
  if (links?.backoffice) return { address: links.backoffice, isExternal: true };
  return { address: viewer ? ownPage(viewer, hasCompany) : paths.account(), isExternal: false };
}

/** Whether the account's own data leads to no page of its own. */
export function hasNoOwnPage(viewer: Owner & AffiliateAccount): boolean {
  return !hasBusiness(viewer) && !isAffiliate(viewer);
}

function ownPage(viewer: Owner & AffiliateAccount, hasCompany: boolean): string {
  if (hasBusiness(viewer)) return paths.business();
  if (isAffiliate(viewer)) return paths.affiliate();
  return hasCompany ? paths.company() : paths.account();
}
