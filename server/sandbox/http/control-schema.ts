import { z } from 'zod';
import { faultSchema, settingsSchema, webhookSchema } from '../state/state.ts';

export const advanceSchema = z.strictObject({
  months: z.number().int().min(0).max(600).optional(),
  days: z.number().min(0).max(36_500).optional(),
  hours: z.number().min(0).max(876_000).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** Stop at exactly this time, even if a renewal's invoice is still a draft then. */
  exact: z.boolean().optional(),
});
export type Advance = z.input<typeof advanceSchema>;

export const flushSchema = z.strictObject({ milliseconds: z.number().int().min(0).max(60_000) });
export const disputeSchema = z.strictObject({ charge: z.string(), reason: z.string() });
export const closeDisputeSchema = z.strictObject({ dispute: z.string(), outcome: z.enum(['won', 'lost']) });
export const failRefundSchema = z.strictObject({ refund: z.string() });
export const changeCardSchema = z.strictObject({ customer: z.string(), number: z.string() });
export const settingsChangeSchema = settingsSchema.partial();
export type SettingsChange = z.input<typeof settingsChangeSchema>;
export const webhookChangeSchema = webhookSchema.nullable();

export const statusSchema = z.object({
  pid: z.number(),
  now: z.iso.datetime(),
  /** True if the process that started the sandbox is gone. */
  orphaned: z.boolean(),
  pendingWebhooks: z.number(),
  webhookUrl: z.string().nullable(),
  faults: z.array(faultSchema),
  // z.object ignores unknown keys. The state on disk may contain settings of an older version.
  settings: z.object(settingsSchema.shape),
});
export type Status = z.output<typeof statusSchema>;

export const chargeSchema = z.object({
  id: z.string(),
  amount: z.number(),
  refunded: z.number(),
  customer: z.string().nullable(),
  paymentIntent: z.string().nullable(),
  invoice: z.string().nullable(),
  subscription: z.string().nullable(),
  created: z.iso.datetime(),
  /** Copied from the subscription, or from the payment intent if there is no subscription. */
  metadata: z.record(z.string(), z.string()),
});
export type ChargeSummary = z.output<typeof chargeSchema>;
