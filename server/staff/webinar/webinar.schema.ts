import { z } from 'zod';
import { webinarCodeInput } from '../../domains/webinar/webinar.schema.ts';
import { MAX_NEW_WEBINAR_CODES } from '../../lib/staff-bounds.ts';
import { requiredText } from '../../lib/text.ts';
import { timelineEntry } from '../kit/timeline.schema.ts';

const COUNT_ERROR = `Please enter a number from 1 to ${MAX_NEW_WEBINAR_CODES.toLocaleString('en-US')}`;

export const newCodes = z.object({
  count: z
    .string({ error: COUNT_ERROR })
    .trim()
    .regex(/^\d{1,5}$/, COUNT_ERROR)
    .transform(Number)
    .refine((count) => count >= 1 && count <= MAX_NEW_WEBINAR_CODES, COUNT_ERROR),
});

/** A CSV file with a column named code. */
export const codesFile = z.object({ file: requiredText('Required Field', 400_000) });

/** Letter case, dashes, and spaces don't matter. */
export const codeLine = webinarCodeInput;

const MAX_REWARDS = 100;

export const rewardId = z.object({ id: z.uuid() });
export const rewardIds = z.object({
  ids: z
    .array(z.uuid())
    .min(1, 'Please choose a reward')
    .max(MAX_REWARDS, `Please choose at most ${MAX_REWARDS} rewards`)
    .transform((ids) => [...new Set(ids)]),
});

export const rewardDetail = z.object({
  id: z.uuid(),
  recipient: z.string(),
  email: z.string(),
  amount: z.string(),
  kind: z.string(),
  detail: z.string().nullable(),
  code: z.string(),
  owedAt: z.date(),
  sentAt: z.date().nullable(),
  timeline: z.array(timelineEntry),
});
export type RewardDetail = z.infer<typeof rewardDetail>;
