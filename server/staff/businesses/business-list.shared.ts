import { BUSINESS_CATEGORIES } from '../../domains/stores/category.shared.ts';
import { usStates } from '../../lib/us-states.ts';
import type { ListDefinition } from '../kit/list.shared.ts';

export const LISTING_STATES = {
  listed: 'Listed',
  hidden: 'Hidden by staff',
  unlisted: 'Not listed',
} as const;

export const LISTING_ORIGINS = {
  trial: 'Trial',
  subscription: 'Paid plan',
  imported: 'Imported',
} as const;

const states = Object.fromEntries(usStates.map(({ code, name }) => [code, name]));

export const businessList = {
  title: 'Businesses',
  columns: {
    name: { label: 'Name', format: 'text', isSortable: true },
    place: { label: 'First location', format: 'text' },
    locations: { label: 'Locations', format: 'count' },
    category: { label: 'Category', format: 'text' },
    origin: { label: 'Plan', format: 'text' },
    state: { label: 'Listing', format: 'status' },
    added: { label: 'Added', format: 'instant', isSortable: true },
  },
  filters: {
    state: { label: 'Listing', options: LISTING_STATES },
    origin: { label: 'Plan', options: LISTING_ORIGINS },
    category: { label: 'Category', options: BUSINESS_CATEGORIES },
    place: { label: 'State', options: states },
    national: { label: 'National', options: { yes: 'Yes', no: 'No' } },
  },
  search: 'Name, city, ZIP code, or owner’s email',
  sort: { column: 'name', direction: 'asc' },
} as const satisfies ListDefinition;
