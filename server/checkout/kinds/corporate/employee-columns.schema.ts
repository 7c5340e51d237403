import type { EmployeeDraft } from './corporate.schema.ts';

/** An employee as a line of a list tells of one: text throughout, nothing judged yet. */
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

interface ColumnWords {
  column: Column;
  title: string;
  /** How else people head it, in small letters and without spaces. */
  aliases: readonly string[];
}

/** What a list of employees may have in it, in the order of one without headings. */
export const COLUMNS: readonly ColumnWords[] = [
  { column: 'firstname', title: 'First name', aliases: ['first', 'givenname', 'forename'] },
  { column: 'lastname', title: 'Last name', aliases: ['last', 'surname', 'familyname'] },
  { column: 'phone', title: 'Phone', aliases: ['phonenumber', 'telephone', 'tel', 'mobile', 'cell'] },
  { column: 'email', title: 'E-mail', aliases: ['mail', 'emailaddress'] },
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

const plain = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, '');

function columnOf(heading: string): Column | null {
  const word = plain(heading);
  const found = COLUMNS.find(({ title, aliases }) => plain(title) === word || aliases.includes(word));
  return found?.column ?? null;
}

/** Where each column stands, if this is a line of headings: two at least that we know, the names among them. */
export function readHeadings(cells: readonly string[]): (Column | null)[] | null {
  const columns = cells.map(columnOf);
  const known = columns.filter((column) => column !== null);
  return known.length >= 2 && known.includes('firstname') ? columns : null;
}

/** The order of a list without headings. */
export const PLAIN_ORDER: readonly Column[] = COLUMNS.map(({ column }) => column);

export function titleOfPath(path: string): string {
  const column = path.split('.')[0];
  return COLUMNS.find((words) => words.column === column)?.title ?? '';
}
