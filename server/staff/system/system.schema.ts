import { z } from 'zod';
import { reason } from '../kit/action.schema.ts';

export const jobId = z.object({ id: z.uuid() });
export const openJobInput = jobId.extend({ reason });
export const jobIds = z.object({ ids: z.array(z.uuid()).min(1, 'Select at least one job.').max(500) });

export const failedJob = z.object({
  id: z.uuid(),
  queue: z.string(),
  enqueuedAt: z.date(),
  failedAt: z.date(),
  keptUntil: z.date(),
  attempts: z.int(),
  error: z.string(),
  /** JSON text. */
  payload: z.string(),
});

export const webhookId = z.object({ id: z.string().regex(/^evt_\w{1,250}$/) });

export const webhook = z.object({
  id: z.string(),
  type: z.string(),
  objectId: z.string(),
  receivedAt: z.date(),
  outcome: z.string(),
  reason: z.string().nullable(),
  failures: z.int(),
  settledAt: z.date().nullable(),
  jobId: z.string().nullable(),
});

export const systemState = z.object({
  standIns: z.array(z.string()),
  /** For secrets, and for URLs that contain passwords, the value is only 'set' or 'not set'. */
  settings: z.array(z.object({ name: z.string(), value: z.string() })),
  failedJobs: z.array(z.object({ queue: z.string(), count: z.int() })),
});

export const checkResult = z.object({
  area: z.string(),
  status: z.enum(['ok', 'warning', 'problem']),
  text: z.string(),
});
export type CheckResult = z.infer<typeof checkResult>;
