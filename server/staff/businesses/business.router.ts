import { hideListing, isCovered, showListing } from '../../domains/business-plans/staff-listing.service.ts';
import { categoryName } from '../../domains/stores/category.shared.ts';
import {
  businessEdit,
  locationEdit,
  promotionEdit,
  rowRemoval,
} from '../../domains/stores/edit/listing-edit.schema.ts';
import {
  countBusinessLocations,
  editBusiness,
  getBusiness,
  getLocation,
  removeLocation,
  requireLocated,
  saveLocation,
} from '../../domains/stores/edit/listing-edit.service.ts';
import {
  getPromotion,
  removePromotion,
  savePromotion,
} from '../../domains/stores/edit/promotion-edit.service.ts';
import { AppError } from '../../lib/errors.ts';
import { formatCents } from '../../lib/money.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { businessId, listingState, locationPage, locationsInput, staffBusiness } from './business.schema.ts';
import { openBusiness, readLocationPage } from './business.service.ts';

/** What previews call the fields of a listing. */
const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  categories: 'Categories',
  isPremier: 'Premier',
  isNational: 'National',
  isMembersOnly: 'Promotions for members only',
  logo: 'Logo',
  url: 'Website',
  street1: 'Street',
  street2: 'Street 2',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  country: 'Country',
  phone: 'Phone',
  latitude: 'Latitude',
  longitude: 'Longitude',
  code: 'Code',
  info: 'Description',
  additionalUrl: 'Additional link',
  validUntil: 'Valid until',
  isOnline: 'Online',
  headline: 'Headline',
  savesCents: 'One use saves',
};

/** Returns one line for each field that differs. */
function describeChanges(existing: object, draft: object): string[] {
  const before = new Map<string, unknown>(Object.entries(existing));
  const changes = Object.entries(draft).flatMap(([name, value]) => {
    const label = LABELS[name];
    const previous = before.get(name);
    if (label === undefined || JSON.stringify(value) === JSON.stringify(previous)) return [];
    return [`${label}: ${formatValue(name, previous)} → ${formatValue(name, value)}`];
  });
  return changes.length === 0 ? ['Nothing changes.'] : changes;
}

function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'categories' && Array.isArray(value)) {
    return value.map((category) => (typeof category === 'number' ? categoryName(category) : '')).join(', ');
  }
  if (name === 'savesCents' && typeof value === 'number') return formatCents(value);
  return String(value);
}

const VISIBLE = 'The change shows up in the search right away.';

/** Reports a change by someone else before the form is confirmed. The service checks again when it saves. */
function requireVersion(row: { version: string }, version: string): void {
  if (row.version !== version) throw new AppError('CHANGED_SINCE');
}

export const staffBusinessesRouter = router({
  find: staffProcedure
    .input(businessId)
    .output(staffBusiness)
    .query(({ ctx, input }) => openBusiness(ctx, input.id)),
  locations: staffProcedure
    .input(locationsInput)
    .output(locationPage)
    .query(({ ctx, input }) => readLocationPage(ctx.deps, input)),
  edit: createAction(businessEdit, async ({ deps }, draft) => {
    const business = await getBusiness(deps.db, draft.id);
    requireVersion(business, draft.version);
    return {
      effects: [...describeChanges(business, draft), VISIBLE],
      perform: (by) => editBusiness(deps, draft, by),
      done: 'The listing is saved.',
    };
  }),
  saveLocation: createAction(locationEdit, async ({ deps }, draft) => {
    const { businessId: ownerId, id } = draft;
    const existingLocation = id === null ? null : await getLocation(deps.db, ownerId, id);
    if (existingLocation) requireVersion(existingLocation, draft.version);
    await requireLocated(deps.db, ownerId, id, draft);
    return {
      effects: [...describeChanges(existingLocation ?? {}, draft), VISIBLE],
      perform: (by) => saveLocation(deps, draft, by),
      done: 'The location is saved.',
    };
  }),
  removeLocation: createAction(rowRemoval, async ({ deps }, removal) => {
    const { businessId: ownerId, id } = removal;
    const { version, street1, city, state } = await getLocation(deps.db, ownerId, id);
    const count = await countBusinessLocations(deps.db, ownerId);
    const place = [street1, city, state].filter(Boolean).join(', ') || 'The location';
    return {
      effects: [
        `${place} will be removed.`,
        count === 1 ? 'It’s the last one, so the business will no longer show up in the search.' : VISIBLE,
      ],
      state: { version, count },
      perform: (by) => removeLocation(deps, removal, by),
      done: 'The location was removed.',
    };
  }),
  savePromotion: createAction(promotionEdit, async ({ deps }, draft) => {
    const existingPromotion =
      draft.id === null ? null : await getPromotion(deps.db, draft.businessId, draft.id);
    if (existingPromotion) requireVersion(existingPromotion, draft.version);
    return {
      effects: [...describeChanges(existingPromotion ?? {}, draft), VISIBLE],
      perform: (by) => savePromotion(deps, draft, by),
      done: 'The promotion is saved.',
    };
  }),
  removePromotion: createAction(rowRemoval, async ({ deps }, removal) => {
    const { version, position } = await getPromotion(deps.db, removal.businessId, removal.id);
    return {
      effects: [`Promotion ${position} will be removed.`, VISIBLE],
      state: version,
      perform: (by) => removePromotion(deps, removal, by),
      done: 'The promotion was removed.',
    };
  }),
  hide: createAction(listingState, async ({ deps }, listing) => {
    const { name, version } = await getBusiness(deps.db, listing.id);
    const count = await countBusinessLocations(deps.db, listing.id);
    return {
      effects: [
        `The search stops showing ${name} (${count === 1 ? '1 location' : `${count} locations`}).`,
        'It stays hidden, even if its owner buys a plan, until staff show it. Its owner can still edit it.',
      ],
      state: version,
      perform: (by) => hideListing(deps, listing, by),
      done: 'The listing is hidden.',
    };
  }),
  show: createAction(listingState, async ({ deps }, listing) => {
    const { name, version } = await getBusiness(deps.db, listing.id);
    return {
      effects: [
        `${name} shows up in the search right away.`,
        (await isCovered(deps.db, listing.id, deps.now()))
          ? 'It stays there as long as its plan or trial covers it.'
          : 'No plan or verified trial covers it, so it stays there until staff hide it.',
      ],
      state: version,
      perform: (by) => showListing(deps, listing, by),
      done: 'The listing is shown.',
    };
  }),
});
