import { z } from 'zod';

/** Who gets an invitation from an import of members. Only members whose membership is current are invited. */
export const INVITE_OPTIONS = {
  none: 'Nobody',
  new: 'Members who weren’t invited before',
  all: 'Everyone in the file, even if they were invited before',
} as const;

export const memberImportOptions = z.object({ invite: z.enum(['none', 'new', 'all']).default('none') });
export type MemberImportOptions = z.output<typeof memberImportOptions>;
