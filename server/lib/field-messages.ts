import { z } from 'zod';
import { tooLong } from './line-rules.ts';

// Schemas import this module. A page without schemas doesn't, so it doesn't load the validation library.

/**
 * The message for a field whose schema defines none. The validation library's own messages are not for users.
 */
function getDefaultMessage(issue: z.core.$ZodRawIssue): string {
  const isMissing = issue.input === undefined || issue.input === null;
  if (issue.code === 'invalid_type' && isMissing) return 'Required Field';
  if (issue.code === 'too_big' && issue.origin === 'string') return tooLong(Number(issue.maximum));
  return 'Please check this field';
}

z.config({ customError: getDefaultMessage });
