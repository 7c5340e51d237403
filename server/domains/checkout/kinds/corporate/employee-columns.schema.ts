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
}

export type Column = Exclude<keyof ListedEmployee, 'ownAddress'>;

interface ColumnNames {
  column: Column;
  title: string;
  /** Other headings that people use, in lowercase and with only letters and digits. */
  aliases: readonly string[];
}

/** The columns of an employee list. A list without headings must have them in this order. */
export const COLUMNS: readonly ColumnNames[] = [
  { column: 'firstname', title: 'First name', aliases: ['first', 'givenname', 'forename'] },
  { column: 'lastname', title: 'Last name', aliases: ['last', 'surname', 'familyname'] },
  { column: 'phone', title: 'Phone', aliases: ['phonenumber', 'telephone', 'tel', 'mobile', 'cell'] },
  { column: 'email', title: 'Email', aliases: ['mail', 'emailaddress'] },
  { column: 'familyPlan', title: 'Family plan', aliases: ['family', 'plan'] },
  { column: 'spouseFirstName', title: 'Spouse’s first name', aliases: ['spousefirst', 'spousefirstname'] },
  { column: 'spouseLastName', title: 'Spouse’s last name', aliases: ['spouselast', 'spouselastname'] },
  { column: 'family', title: 'Family members', aliases: ['members', 'children'] },
  { column: 'street1', title: 'Street address', aliases: ['street', 'address', 'address1', 'street1'] },
  { column: 'street2', title: 'Apartment, suite, unit', aliases: ['street2', 'address2', 'apartment'] },
  { column: 'city', title: 'City', aliases: ['town'] },
  { column: 'state', title: 'State', aliases: ['province', 'stateorprovince'] },
  { column: 'zip', title: 'ZIP code', aliases: ['zip', 'postalcode', 'postcode'] },
  { column: 'country', title: 'Country', aliases: ['countrycode'] },
];

/** Cells after these are ignored, because a row has room for 400,000. */
const MAX_CELLS = 100;

const normalizeHeading = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, '');

function findColumn(heading: string): Column | null {
  const normalized = normalizeHeading(heading);
  const match = COLUMNS.find(
    ({ title, aliases }) => normalizeHeading(title) === normalized || aliases.includes(normalized),
  );
  return match?.column ?? null;
}

/**
 * Returns null if the row isn't a heading row. A heading row has at least two known headings, one of which is
 * the first name.
 */
export function readHeadings(cells: readonly string[]): (Column | null)[] | null {
  const columns = cells.slice(0, MAX_CELLS).map(findColumn);
  const knownColumns = columns.filter((column) => column !== null);
  return knownColumns.length >= 2 && knownColumns.includes('firstname') ? columns : null;
}

export const DEFAULT_COLUMNS: readonly Column[] = COLUMNS.map(({ column }) => column);

export function findColumnTitle(path: string): string {
  const field = path.split('.')[0];
  return COLUMNS.find(({ column }) => column === field)?.title ?? '';
}
