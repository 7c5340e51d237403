import { mailboxKey } from './readers/mailbox.ts';

export interface PersonDraft {
  firstname?: string | null | undefined;
  lastname?: string | null | undefined;
  phone?: string | null | undefined;
  email?: string | null | undefined;
}

/** The last digits of a phone number are the same with and without the country's code. */
const PHONE_DIGITS = 10;

/** Two people with a key in common are the same: one mailbox, or one name and phone number (D73). */
function personKeys({ firstname, lastname, phone, email }: PersonDraft): string[] {
  const name = `${firstname ?? ''} ${lastname ?? ''}`.trim().toLowerCase().replace(/\s+/g, ' ');
  const digits = (phone ?? '').replace(/\D/g, '').slice(-PHONE_DIGITS);
  const address = email?.trim() ?? '';
  return [
    ...(address === '' ? [] : [`mailbox ${mailboxKey(address)}`]),
    ...(name === '' || digits === '' ? [] : [`person ${name} ${digits}`]),
  ];
}

/**
 * Returns a function that finds people who were passed to it before. It returns what was stored with the
 * first one, or stores `value` for a new person and returns undefined.
 */
export function createPersonFinder<Value>(): (person: PersonDraft, value: Value) => Value | undefined {
  const values = new Map<string, Value>();
  return (person, value) => {
    const keys = personKeys(person);
    const first = keys.find((key) => values.has(key));
    if (first !== undefined) return values.get(first);
    for (const key of keys) values.set(key, value);
    return undefined;
  };
}

const MAX_NAMES = 5;

/** The last name of someone who has only one name, because forms require both. */
export const NO_LAST_NAME = '-';

export function formatPersonName({ firstname, lastname }: PersonDraft): string {
  return [firstname, lastname].filter((name) => name && name !== NO_LAST_NAME).join(' ');
}

/** Joins the names of people for a sentence: 'Ann Lee, Bob Lee, and 3 more'. */
export function joinNames(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

/** Returns the positions of people who are also at an earlier position, or among the `others`. */
export function findRepeatedPeople(
  people: readonly PersonDraft[],
  others: readonly PersonDraft[] = [],
): number[] {
  const findPerson = createPersonFinder<number>();
  for (const other of others) findPerson(other, -1);
  return people.flatMap((person, index) => (findPerson(person, index) === undefined ? [] : [index]));
}

export function omitRepeatedPeople<Person extends PersonDraft>(
  people: readonly Person[],
  others: readonly PersonDraft[] = [],
): Person[] {
  const repeated = new Set(findRepeatedPeople(people, others));
  return people.filter((_, index) => !repeated.has(index));
}
