import type { ZodError } from 'zod';

/**
 * Returns the first message of each field, keyed by its path, such as 'email' or 'members.0.name'. Errors
 * about the whole object have the path ''.
 */
export function toFieldErrors(error: ZodError): Record<string, string> {
  const byField: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.join('.');
    byField[field] ??= issue.message;
  }
  return byField;
}
