import { z } from 'zod';

export const faultSchema = z.strictObject({
  /**
   * decline: the bank declines a charge. delay: the response is late. error-before, error-after: the response
   * is a 500, before or after the request took effect. lose: the request takes effect, but the connection
   * closes without a response.
   */
  kind: z.enum(['decline', 'delay', 'error-before', 'error-after', 'lose']),
  /** How many more times the fault occurs. */
  times: z.number().int().min(1).max(1_000_000).default(1),
  /**
   * Limits the fault to matching requests, such as `POST /v1/subscriptions`. By default, any POST matches.
   * Ignored for a decline.
   */
  match: z.string().optional(),
  milliseconds: z.number().int().min(0).max(60_000).default(1000),
  /** The decline code, such as `insufficient_funds`. */
  reason: z.string().default('generic_decline'),
});
export type Fault = z.output<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;

export const settingsSchema = z.strictObject({
  /** An unpaid renewal is charged again this many days after its invoice was finalized. */
  retryDays: z.array(z.number().positive()).max(20),
  /** What happens to a subscription after the last failed attempt. */
  afterRetries: z.enum(['cancel', 'unpaid', 'past_due']),
  /** How long a renewal's invoice stays a draft before it is charged. */
  draftSeconds: z.number().int().min(0),
  /** 'hold' keeps events for later, and 'drop' never sends them. */
  webhooks: z.enum(['send', 'hold', 'drop']),
  /** How many extra times each event is sent. */
  duplicates: z.number().int().min(0).max(10),
  /** The maximum random delay before an event is sent. It makes events arrive out of order. */
  shuffleMilliseconds: z.number().int().min(0).max(60_000),
  /** The pauses between delivery attempts. The last one repeats. */
  webhookRetryMilliseconds: z.array(z.number().int().min(1)).min(1).max(50),
});
export type Settings = z.output<typeof settingsSchema>;

export const webhookSchema = z.strictObject({
  url: z.url(),
  secret: z.string().min(1),
  /** Limits the event types. By default, all are sent. */
  events: z.array(z.string()).optional(),
});
export type WebhookTarget = z.output<typeof webhookSchema>;

/** The sandbox's state apart from its Stripe objects. */
export interface SandboxState {
  clockOffset: number;
  settings: Settings;
  webhook: WebhookTarget | null;
  faults: Fault[];
  /**
   * The journal's size after its last compaction. It is compacted again if a start finds more than twice this
   * size, and at least 32 MB.
   */
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
