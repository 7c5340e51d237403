import type { z } from 'zod';
import { needsLatinName } from './document-name.ts';
import { readLatinName } from './readers/name.ts';
import type { PersonDraft } from './same-person.ts';
import { optionalReading } from './text.ts';

/** A name for documents, for someone whose name they can't print. Older clients don't send it. */
export const latinName = () => optionalReading(readLatinName).optional();

const LATIN_NAME_REQUIRED = 'Please enter the name in Latin letters. Documents can’t print it otherwise';

type NamedInput = Pick<PersonDraft, 'firstname' | 'lastname'> & { latinName?: string | null | undefined };
type Issues = z.core.ParsePayload['issues'];

/**
 * Requires the name in Latin letters where documents can't print the name itself. For forms, because older
 * clients don't send it.
 */
export function latinNameRule({ value, issues }: z.core.ParsePayload<NamedInput>): void {
  requireLatinName(issues, ['latinName'], value);
}

/** Like `latinNameRule`, for the field at `path`. */
export function requireLatinName(issues: Issues, path: PropertyKey[], person: NamedInput): void {
  if (person.latinName || !needsLatinName(person)) return;
  issues.push({ code: 'custom', input: person.latinName, path, message: LATIN_NAME_REQUIRED });
}
