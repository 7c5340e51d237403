import { z } from 'zod';
import { requiredLine } from '../../lib/text.ts';

export const searchInput = z.object({ text: requiredLine('Required', 200) });

export const searchHit = z.object({
  kind: z.enum(['member', 'membership', 'purchase', 'business', 'affiliate']),
  title: z.string(),
  detail: z.string(),
  /** The page in the console. */
  path: z.string(),
});
export type SearchHit = z.infer<typeof searchHit>;
