import { z } from 'zod';

/** What tells a person from a program without a puzzle; comes with every form that a visitor sends. */
export const formProof = z.object({
  /** Of `content.formToken`, asked for when the form is shown; a new one for each message. */
  formToken: z.string().max(2_000).default(''),
  /** A field that nobody sees: a person leaves it empty, a program fills it in. */
  website: z.string().max(2_000).default(''),
});
export type FormProof = z.output<typeof formProof>;

export const formToken = z.object({ token: z.string() });
