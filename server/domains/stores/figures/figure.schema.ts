import { z } from 'zod';
import { STORE_ACTIONS } from './figure.shared.ts';

export const countActionInput = z.object({
  /** The last part of the URL of the business's page. */
  slug: z.string().max(300),
  action: z.enum(STORE_ACTIONS),
});

export const weekFigures = z.object({
  /** The Monday that the week begins on, in UTC, as YYYY-MM-DD. */
  week: z.string(),
  shown: z.int(),
  opened: z.int(),
  copied: z.int(),
  directions: z.int(),
  calls: z.int(),
});
export type WeekFigures = z.infer<typeof weekFigures>;
