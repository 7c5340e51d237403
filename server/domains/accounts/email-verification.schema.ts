import { z } from 'zod';

export const emailVerificationInput = z.object({ token: z.string().min(1).max(2_000) });

export const keepEmailInput = emailVerificationInput;
