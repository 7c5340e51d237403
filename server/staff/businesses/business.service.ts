import { getAccount } from '../../domains/accounts/account.service.ts';
import { getOwnBusinessPlan } from '../../domains/business-plans/business-plan.service.ts';
import { describeReasons } from '../../domains/stores/duplicates/duplicate.shared.ts';
import { getPair } from '../../domains/stores/duplicates/find-duplicates.service.ts';
import {
  countBusinessLocations,
  getBusiness,
  listLocations,
} from '../../domains/stores/edit/listing-edit.service.ts';
import { listPromotions } from '../../domains/stores/edit/promotion-edit.service.ts';
import { listPhotos } from '../../domains/stores/page/business-page.service.ts';
import { toPageSlug } from '../../domains/stores/page/page-slug.shared.ts';
import { presentStores } from '../../domains/stores/search/savings-search.service.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TimelineEntry } from '../kit/timeline.schema.ts';
import { mergeTimelines, readAuditTimeline, recordOpened } from '../kit/timeline.service.ts';
import type { DuplicatePair, LocationPage, StaffBusiness } from './business.schema.ts';

const PREVIEWED_LOCATIONS = 3;
const LOCATIONS_PER_PAGE = 50;

type StaffContext = Pick<AccountContext, 'deps' | 'account'>;

/** Records in the audit log that the owner's data was opened. Throws NOT_FOUND. */
export async function openBusiness(ctx: StaffContext, id: string): Promise<StaffBusiness> {
  const { db, now } = ctx.deps;
  const { accountId, planKind, ...business } = await getBusiness(db, id);
  const firstLocations = await listLocations(db, id, { limit: PREVIEWED_LOCATIONS });
  const storeIds = firstLocations.map((location) => location.id);
  const owner = accountId === null ? null : await readOwner(ctx.deps, accountId);
  if (owner) await recordOpened(ctx, `account:${owner.id}`);
  const addedEvent: TimelineEntry = {
    at: business.createdAt,
    title: planKind === null ? 'Imported' : 'Added by its owner',
    detail: null,
    by: null,
    path: null,
  };
  return {
    ...business,
    slug: toPageSlug(business),
    photos: await listPhotos(db, id),
    preview: await presentStores(db, storeIds, null, { isMember: true, now: now() }),
    locationCount: await countBusinessLocations(db, id),
    promotions: await listPromotions(db, id),
    owner,
    plan: accountId === null ? null : await readPlan(ctx.deps, accountId),
    timeline: mergeTimelines(await readAuditTimeline(db, [`business:${id}`]), [addedEvent]),
  };
}

async function readOwner({ db }: Deps, accountId: string): Promise<StaffBusiness['owner']> {
  const account = await getAccount(db, accountId);
  if (!account) return null;
  const { id, firstname, lastname, email } = account;
  return { id, name: formatPersonName({ firstname, lastname }), email };
}

async function readPlan(deps: Deps, accountId: string): Promise<StaffBusiness['plan']> {
  const plan = await getOwnBusinessPlan(deps, accountId);
  if (!plan) return null;
  const { planName, kind, statusText, listedUntil } = plan;
  return { name: planName, isTrial: kind === 'trial', statusText, listedUntil };
}

export async function readLocationPage(
  { db }: Pick<Deps, 'db'>,
  { businessId, after }: { businessId: string; after?: string | undefined },
): Promise<LocationPage> {
  const locations = await listLocations(db, businessId, { after, limit: LOCATIONS_PER_PAGE + 1 });
  return {
    locations: locations.slice(0, LOCATIONS_PER_PAGE),
    hasMore: locations.length > LOCATIONS_PER_PAGE,
  };
}

/** Returns a likely duplicate, with both businesses in full. Throws NOT_FOUND. */
export async function openPair(ctx: StaffContext, id: string): Promise<DuplicatePair> {
  const { businessId, otherId, reasons, foundAt, dismissedAt } = await getPair(ctx.deps.db, id);
  const businesses = [await openBusiness(ctx, businessId), await openBusiness(ctx, otherId)];
  return { id, reasons: describeReasons(reasons), foundAt, dismissedAt, businesses };
}
