import { z } from 'zod';

/**
 * Fields that help tell people from bots without a CAPTCHA. The forms for messages and the newsletter send
 * them.
 */
export const antiSpamFields = z.object({
  /**
   * From `content.formToken`, requested when the form is shown or first used. Each message needs a new one.
   */
  formToken: z.string().max(2_000).default(''),
  /** A hidden field: people leave it empty, but bots fill it in. */
  website: z.string().max(2_000).default(''),
});
export type AntiSpamFields = z.output<typeof antiSpamFields>;

export const formToken = z.object({ token: z.string() });
