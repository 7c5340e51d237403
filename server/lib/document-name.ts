import { formatMembershipNumber } from './membership-number.ts';
import { canPrint } from './printable-text.ts';
import { formatPersonName, type PersonDraft } from './same-person.ts';

export interface DocumentPerson extends PersonDraft {
  /** The name in Latin letters, which its owner entered for documents. */
  latinName?: string | null | undefined;
  /** The membership number: 12 characters, without hyphens. */
  number?: string | null | undefined;
}

/** True if a person's documents need the name in Latin letters. False while no name is entered. */
export function needsLatinName(person: PersonDraft): boolean {
  const name = formatPersonName(person);
  return name !== '' && !canPrint(name);
}

/**
 * Returns the name that documents print: the name itself or, if our fonts lack its letters, the name in Latin
 * letters, else the part of the email address before the @, else the membership number.
 */
export function documentName({ latinName, number, ...person }: DocumentPerson): string {
  const names = [
    formatPersonName(person),
    latinName,
    person.email?.replace(/@.*$/, ''),
    number ? formatMembershipNumber(number) : null,
  ];
  return names.find((name) => name && canPrint(name)) ?? 'Member';
}

interface NamedPerson {
  name: string;
  latinName?: string | null | undefined;
}

/** Like `documentName`, for someone whose name is all that is known. Returns '' if it can't be printed. */
export function documentNameOnly({ name, latinName }: NamedPerson): string {
  return [name, latinName].find((text) => text && canPrint(text)) ?? '';
}
