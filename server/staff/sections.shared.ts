import { pages } from '../lib/pages.shared.ts';

/** The sections of the staff console, in the order of its navigation. The path is below `/staff`. */
export const staffSections = {
  overview: { label: 'Overview', path: 'overview' },
  members: { label: 'Members', path: 'members' },
  memberships: { label: 'Memberships', path: 'memberships' },
  purchases: { label: 'Purchases', path: 'purchases' },
  businesses: { label: 'Businesses', path: 'businesses' },
  affiliates: { label: 'Affiliates', path: 'affiliates' },
  companies: { label: 'Companies', path: 'companies' },
  cards: { label: 'Physical cards', path: 'cards' },
  promoCodes: { label: 'Promo codes', path: 'promo-codes' },
  webinar: { label: 'Webinar', path: 'webinar' },
  content: { label: 'Content', path: 'content' },
  messages: { label: 'Messages', path: 'messages' },
  import: { label: 'Import members', path: 'import' },
  audit: { label: 'Audit log', path: 'audit' },
  passkeys: { label: 'Your passkeys', path: 'passkeys' },
  system: { label: 'System', path: 'system', isSystem: true },
} as const satisfies Record<string, StaffSection>;

export interface StaffSection {
  label: string;
  path: string;
  /** Only for developers (account type 42). */
  isSystem?: true;
}

export type StaffSectionName = keyof typeof staffSections;

const isSectionName = (name: string): name is StaffSectionName => Object.hasOwn(staffSections, name);

export const staffSectionNames = Object.keys(staffSections).filter(isSectionName);

const STAFF_ROOT = pages.staff.path.replace('/*', '');

/** Returns the path of a section, or of one of its rows. */
export function staffPath(section: StaffSectionName, id?: string): string {
  const { path } = staffSections[section];
  const row = id === undefined ? '' : `/${encodeURIComponent(id)}`;
  return `${STAFF_ROOT}/${path}${row}`;
}

/** Returns the path of a list's CSV file. `query` is the query of the list's page. */
export function staffListFile(list: string, query: string): string {
  return `/api/staff/lists/${list}.csv${query === '' ? '' : `?${query}`}`;
}

/** Returns the path of a file of the cards that staff printed together. */
export function printRunFile(runId: string, file: 'cards.pdf' | 'addresses.csv'): string {
  return `/api/staff/print-runs/${runId}/${file}`;
}
