import { z } from 'zod';

/** A fault that was ordered, and how often it is still to strike. */
export const faultSchema = z.strictObject({
  /**
   * decline: the bank refuses the next charges. delay: an answer takes longer. error: 500, before anything was
   * done, or after. lose: everything is done and the connection breaks before the answer.
   */
  kind: z.enum(['decline', 'delay', 'error-before', 'error-after', 'lose']),
  times: z.number().int().min(1).max(1_000_000).default(1),
  /** Only requests like this: `POST /v1/subscriptions`; without it any POST. */
  match: z.string().optional(),
  milliseconds: z.number().int().min(0).max(60_000).default(1000),
  /** For a decline: the bank's reason, such as `insufficient_funds`. */
  reason: z.string().default('generic_decline'),
});
export type Fault = z.output<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;

export const settingsSchema = z.strictObject({
  /** Days after the first failure on which an unpaid renewal is tried again; the last one decides. */
  retryDays: z.array(z.number().positive()).max(20),
  /** What becomes of a subscription when the last attempt failed. */
  afterRetries: z.enum(['cancel', 'unpaid', 'past_due']),
  /** How long a renewal's invoice stays a draft before it is charged. */
  draftSeconds: z.number().int().min(0),
  /** hold: webhooks wait and go out later. drop: they are never sent. */
  webhooks: z.enum(['send', 'hold', 'drop']),
  /** Every event is sent this many times more. */
  duplicates: z.number().int().min(0).max(10),
  /** Every delivery waits a random time up to this, so that events overtake one another. */
  shuffleMilliseconds: z.number().int().min(0).max(60_000),
  /** Pauses between the attempts to deliver an event; the last is repeated. */
  webhookRetryMilliseconds: z.array(z.number().int().min(1)).min(1).max(50),
});
export type Settings = z.output<typeof settingsSchema>;

export const webhookSchema = z.strictObject({
  url: z.url(),
  secret: z.string().min(1),
  /** Only events of these types; all where it is left out. */
  events: z.array(z.string()).optional(),
});
export type WebhookTarget = z.output<typeof webhookSchema>;

/** What the sandbox keeps beside its objects. */
export interface State {
  clockOffset: number;
  settings: Settings;
  webhook: WebhookTarget | null;
  faults: Fault[];
  /** How long the journal was when it was last written anew: it is worth it again at twice that. */
  compactedBytes: number;
}

export const DEFAULT_SETTINGS: Settings = {
  retryDays: [3, 5, 7, 14],
  afterRetries: 'cancel',
  draftSeconds: 3600,
  webhooks: 'send',
  duplicates: 0,
  shuffleMilliseconds: 25,
  webhookRetryMilliseconds: [250, 500, 1000, 2000, 5000, 15_000, 60_000],
};
