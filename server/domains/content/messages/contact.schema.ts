import { z } from 'zod';
import { emailLine, nameLine, requiredLine, requiredText } from '../../../lib/text.ts';
import { antiSpamFields } from './anti-spam.schema.ts';

const REQUIRED = 'Required Field';

export const contactMessage = z.object({
  name: nameLine(REQUIRED),
  subject: requiredLine(REQUIRED, 200),
  email: emailLine(REQUIRED),
  message: requiredText(REQUIRED, 5_000),
});
export type ContactMessage = z.output<typeof contactMessage>;

export const sendMessageInput = contactMessage.extend(antiSpamFields.shape);
