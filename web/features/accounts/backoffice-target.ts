import { paths } from '#server/site/pages.shared.ts';
import type { Viewer } from '#server/viewer/viewer.schema.ts';

type Owner = Pick<Viewer, 'hasBusinessPlan' | 'businessSearchList'>;
type Recommender = Pick<Viewer, 'accountType' | 'influencer' | 'friend'>;

/** Whether there is something of theirs on the owner's page: a plan, or a business that is still listed. */
export function hasBusiness({ hasBusinessPlan, businessSearchList }: Owner): boolean {
  return hasBusinessPlan || businessSearchList;
}

/** Whether the account recommends the card: as influencer, loyalty affiliate or educator, or as a friend (D12). */
export function isAffiliate({ accountType, influencer, friend }: Recommender): boolean {
  return (accountType >= 1 && accountType <= 3) || influencer || friend;
}

export interface BackofficeTarget {
  address: string;
  /** A site of its own, that no page of ours stands in for. */
  isElsewhere: boolean;
}

/**
 * Where Back office leads: to the staff's and affiliates' own site; where none is set up, to what the person has here
 * (DESIGN D17); then for a visitor to the account's page, which asks for the login first.
 */
export function backofficeTarget(
  viewer: (Owner & Recommender) | null | undefined,
  links: { backoffice: string | null } | undefined,
  /** Whether the account has bought cards for a company, or has begun to. */
  hasCompany = false,
): BackofficeTarget {
  if (links?.backoffice) return { address: links.backoffice, isElsewhere: true };
  return { address: viewer ? ownPage(viewer, hasCompany) : paths.account(), isElsewhere: false };
}

/** Whether nothing that the account itself says has a page of its own. */
export function hasNoOwnPage(viewer: Owner & Recommender): boolean {
  return !hasBusiness(viewer) && !isAffiliate(viewer);
}

function ownPage(viewer: Owner & Recommender, hasCompany: boolean): string {
  if (hasBusiness(viewer)) return paths.business();
  if (isAffiliate(viewer)) return paths.affiliate();
  return hasCompany ? paths.company() : paths.account();
}
