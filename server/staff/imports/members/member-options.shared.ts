import { z } from 'zod';

/** Who gets an invitation from an import of members. Only members whose membership is current are invited. */
export const INVITE_OPTIONS = {
  none: 'Nobody',
  new: 'Members who weren’t invited before',
  all: 'Everyone in the file, even if they were invited before',
} as const;

/** How the file writes dates such as 03/04/2027. */
export const DAY_ORDER_OPTIONS = {
  auto: 'As other dates in the same column show, such as 1/31/2027',
  'month-first': 'Month first: 03/04/2027 is March 4',
  'day-first': 'Day first: 03/04/2027 is April 3',
} as const;

export const memberImportOptions = z.strictObject({
  invite: z.enum(['none', 'new', 'all']).default('none'),
  dayOrder: z.enum(['auto', 'month-first', 'day-first']).default('auto'),
});
export type MemberImportOptions = z.output<typeof memberImportOptions>;
