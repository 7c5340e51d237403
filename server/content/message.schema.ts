import { z } from 'zod';

export const messageKind = z.enum(['contact', 'educator', 'seminar']);
export type MessageKind = z.infer<typeof messageKind>;

/** A line of a message as staff read it: 'Subject', 'Departments'. */
export const messageFields = z.array(z.object({ label: z.string(), value: z.string() }));
export type MessageFields = z.infer<typeof messageFields>;

/** Why a message is taken for a program's. */
export const suspicion = z.enum(['hidden field', 'too soon', 'no token', 'token used']);
export type Suspicion = z.infer<typeof suspicion>;

export const messageReceived = z.literal(true);
