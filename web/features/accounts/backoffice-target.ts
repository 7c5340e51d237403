import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';

type Owner = Pick<Viewer, 'hasBusinessPlan' | 'businessSearchList'>;
type AffiliateAccount = Pick<Viewer, 'accountType' | 'influencer' | 'friend'>;

/** True if the account has a business plan, or a business that is still listed. */
export function hasBusiness({ hasBusinessPlan, businessSearchList }: Owner): boolean {
  return hasBusinessPlan || businessSearchList;
}

/** Account types 1 to 3 are affiliate roles. The two flags cover affiliates of any other type (D12). */
export function isAffiliate({ accountType, influencer, friend }: AffiliateAccount): boolean {
  return (accountType >= 1 && accountType <= 3) || influencer || friend;
}

export interface BackofficeTarget {
  address: string;
  /** True if the address is on the separate back office site. */
  isExternal: boolean;
}

/**
 * Returns where links to the back office lead: to the separate site or, if none is configured, to the page
 * for the account's role (D17). Accounts without a role, and visitors, get the account page.
 */
export function backofficeTarget(
  viewer: (Owner & AffiliateAccount) | null | undefined,
  links: { backoffice: string | null } | undefined,
  /** Whether the account has bought cards for a company, or has started to. */
  hasCompany = false,
): BackofficeTarget {
  if (links?.backoffice) return { address: links.backoffice, isExternal: true };
  return { address: viewer ? chooseOwnPage(viewer, hasCompany) : paths.account(), isExternal: false };
}

/** True if neither a business nor an affiliate role gives the account a page of its own. */
export function hasNoOwnPage(viewer: Owner & AffiliateAccount): boolean {
  return !hasBusiness(viewer) && !isAffiliate(viewer);
}

function chooseOwnPage(viewer: Owner & AffiliateAccount, hasCompany: boolean): string {
  if (hasBusiness(viewer)) return paths.business();
  if (isAffiliate(viewer)) return paths.affiliate();
  return hasCompany ? paths.company() : paths.account();
}
