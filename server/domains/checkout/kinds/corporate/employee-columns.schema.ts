import {
  countHeadings,
  type Headings,
  matchHeadings,
  type TableDefinition,
} from '../../../../lib/table/headings.ts';
import type { EmployeeDraft } from './corporate.schema.ts';

/** An employee from a row of an uploaded list, before validation. */
export interface ListedEmployee extends EmployeeDraft {
  firstname: string;
  lastname: string;
  phone: string;
  email: string;
  ownAddress: boolean;
  street1: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  familyPlan: boolean;
  spouseFirstName: string;
  spouseLastName: string;
  family: { name: string }[];
  latinName: string;
}

export type Column = Exclude<keyof ListedEmployee, 'ownAddress' | 'spouseLatinName'>;

/** The columns of an employee list. A list without headings must have them in this order. */
const TITLES: Record<Column, string> = {
  firstname: 'First name',
  lastname: 'Last name',
  phone: 'Phone',
  email: 'Email',
  familyPlan: 'Family plan',
  spouseFirstName: 'Spouse’s first name',
  spouseLastName: 'Spouse’s last name',
  family: 'Family members',
  street1: 'Street address',
  street2: 'Apartment, suite, unit',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  country: 'Country',
  latinName: 'Name in Latin letters',
};

const EMPLOYEES_TABLE = {
  required: ['firstname', 'lastname', 'phone'],
  columns: {
    firstname: ['first name', 'first', 'given name', 'forename'],
    lastname: ['last name', 'last', 'surname', 'family name'],
    phone: [
      ...['phone number', 'telephone', 'telephone number', 'tel', 'mobile', 'mobile phone', 'cell'],
      ...['cell phone', 'work phone', 'home phone'],
    ],
    email: [
      ...['email address', 'mail', 'work email', 'work email address', 'business email', 'company email'],
      ...['personal email', 'private email', 'home email'],
    ],
    familyPlan: ['family', 'plan'],
    spouseFirstName: ['spouse’s first name', 'spouse first', 'spouse first name'],
    spouseLastName: ['spouse’s last name', 'spouse last', 'spouse last name'],
    family: ['family members', 'members', 'children'],
    street1: ['street address', 'street', 'address', 'address 1'],
    street2: ['apartment, suite, unit', 'address 2', 'apartment'],
    city: ['town'],
    state: ['province', 'state or province'],
    zip: ['zip code', 'postal code', 'postcode'],
    country: ['country code'],
    latinName: ['name in latin letters', 'latin name', 'romanized name'],
  },
} as const satisfies TableDefinition & { columns: Record<Column, readonly string[]> };

/** Cells after these are ignored, because a row has room for hundreds of thousands. */
const MAX_CELLS = 100;

export function isColumn(name: string | null | undefined): name is Column {
  return typeof name === 'string' && Object.hasOwn(TITLES, name);
}

export const DEFAULT_COLUMNS: readonly Column[] = Object.keys(TITLES).filter(isColumn);
export const COLUMN_TITLES: readonly string[] = Object.values(TITLES);

export function countKnownHeadings(cells: readonly string[]): number {
  return countHeadings(EMPLOYEES_TABLE, cells);
}

/**
 * Returns null if the row isn't a heading row. A heading row has at least two known headings, one of which is
 * the first name.
 */
export function readHeadings(cells: readonly string[]): Headings | null {
  const headings = matchHeadings(EMPLOYEES_TABLE, cells.slice(0, MAX_CELLS));
  const knownColumns = headings.columns.filter((column) => column !== null);
  return knownColumns.length >= 2 && knownColumns.includes('firstname') ? headings : null;
}

export function findColumnTitle(path: string): string {
  const field = path.split('.')[0];
  return isColumn(field) ? TITLES[field] : '';
}
