import type { ZodError } from 'zod';

const isName = (part: PropertyKey) => typeof part !== 'number';

/**
 * Returns the first message of each field, keyed by its path, such as 'email' or 'members.0.name'. A list of
 * texts or numbers is one field. Errors about the whole object have the path ''.
 */
export function toFieldErrors(error: ZodError): Record<string, string> {
  const byField: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.slice(0, issue.path.findLastIndex(isName) + 1).join('.');
    byField[field] ??= issue.message;
  }
  return byField;
}
