import { newId } from '#server/lib/ids.ts';
import { newMembershipNumber } from '#server/lib/membership-number.ts';
import type { RequestCost } from './server-process.ts';

export type Statement = RequestCost['statements'][number];

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const PROVIDER_ID = /\b(cus|pm|sub|si|in|pi|ch)_\w+/g;
const MEMBERSHIP_NUMBER = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/** Copies a request's statements for another buyer, with new values wherever they must be unique. */
export function renewStatements(statements: readonly Statement[]): Statement[] {
  const names = new Map<string, string>();
  const rename = (name: string, make: () => string) => {
    const newName = names.get(name) ?? make();
    names.set(name, newName);
    return newName;
  };
  const replaceValue = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    if (MEMBERSHIP_NUMBER.test(value)) return newMembershipNumber();
    return value
      .replace(UUID, (id) => rename(id, newId))
      .replace(PROVIDER_ID, (id, kind: string) => rename(id, () => `${kind}_${newId()}`));
  };
  return statements.map(({ text, values }) => ({ text, values: values.map(replaceValue) }));
}
