import { type ZodError, z } from 'zod';
import { tooLong } from './line-rules.ts';

/** The message of a field whose schema has none. The validation library's own messages are not for users. */
function defaultMessage(issue: z.core.$ZodRawIssue): string {
  const isMissing = issue.input === undefined || issue.input === null;
  if (issue.code === 'invalid_type' && isMissing) return 'Required Field';
  if (issue.code === 'too_big' && issue.origin === 'string') return tooLong(Number(issue.maximum));
  return 'Please check this field';
}

z.config({ customError: defaultMessage });

/** The first message of each field by its path: 'email', 'members.0.name'. The path of the whole object is ''. */
export function toFieldErrors(error: ZodError): Record<string, string> {
  const byField: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.join('.');
    byField[field] ??= issue.message;
  }
  return byField;
}
