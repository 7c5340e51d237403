import { z } from 'zod';

/** One event in the history of a person or thing. */
export const timelineEntry = z.object({
  at: z.date(),
  title: z.string(),
  detail: z.string().nullable(),
  /** The name of the staff member who did it. Null for everything else. */
  by: z.string().nullable(),
  /** The page in the console that the entry links to. */
  path: z.string().nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;
