import { z } from 'zod';
import { messageFields } from '../../domains/content/messages/message.schema.ts';
import { timelineEntry } from '../kit/timeline.schema.ts';

export const messageId = z.object({ id: z.uuid() });

export const messageDetail = z.object({
  id: z.uuid(),
  kind: z.string(),
  name: z.string(),
  email: z.string(),
  fields: messageFields,
  state: z.enum(['open', 'answered', 'suspected']),
  /** Why the message looks like a bot's. Null if it doesn't. */
  suspicion: z.string().nullable(),
  receivedAt: z.date(),
  timeline: z.array(timelineEntry),
});
export type MessageDetail = z.infer<typeof messageDetail>;

export const newsletterCount = z.object({ subscribers: z.int() });
