import { z } from 'zod';
import { tooLong } from './line-rules.ts';

// Loaded with the first schema, so that no page without one loads it.

/** The message of a field whose schema has none. The validation library's own messages are not for users. */
function defaultMessage(issue: z.core.$ZodRawIssue): string {
  const isMissing = issue.input === undefined || issue.input === null;
  if (issue.code === 'invalid_type' && isMissing) return 'Required Field';
  if (issue.code === 'too_big' && issue.origin === 'string') return tooLong(Number(issue.maximum));
  return 'Please check this field';
}

z.config({ customError: defaultMessage });
