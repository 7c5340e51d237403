import { z } from 'zod';
import { requiredLine } from '../../lib/text.ts';

/** Why staff do something. The audit log keeps it. */
export const reason = requiredLine('Required Field', 500);

/** Sentences that say what an action will do. `version` identifies the state that they describe. */
export const actionPreview = z.object({ effects: z.array(z.string()), version: z.string() });
export type ActionPreview = z.infer<typeof actionPreview>;

export const actionResult = z.object({ message: z.string() });
export type ActionResult = z.infer<typeof actionResult>;
