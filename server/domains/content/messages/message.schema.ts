import { z } from 'zod';

export const messageKind = z.enum(['contact', 'educator', 'seminar']);
export type MessageKind = z.infer<typeof messageKind>;

/** The labeled lines of the email that staff get. */
export const messageFields = z.array(z.object({ label: z.string(), value: z.string() }));
export type MessageFields = z.infer<typeof messageFields>;

/** Why a message looks like a bot's. */
export const suspicion = z.enum(['hidden field', 'too soon', 'no token', 'token used']);
export type Suspicion = z.infer<typeof suspicion>;

export const messageReceived = z.literal(true);
