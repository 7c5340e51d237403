import type { ZodError } from 'zod';

/** The first message of each field by its path: 'email', 'members.0.name'. The path of the whole object is ''. */
export function toFieldErrors(error: ZodError): Record<string, string> {
  const byField: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.join('.');
    byField[field] ??= issue.message;
  }
  return byField;
}
