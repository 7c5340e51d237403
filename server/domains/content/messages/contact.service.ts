import type { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { sendMessageInput } from './contact.schema.ts';
import type { requestEducatorInfoInput } from './educator.schema.ts';
import type { MessageFields } from './message.schema.ts';
import { receiveMessage } from './message.service.ts';
import type { signUpForSeminarInput } from './seminar.schema.ts';

const toFields = (label: string, value: string | null): MessageFields => (value ? [{ label, value }] : []);

export async function sendMessage(ctx: Context, input: z.output<typeof sendMessageInput>): Promise<true> {
  const { name, email, subject, message } = input;
  const fields = [...toFields('Subject', subject), ...toFields('Message', message)];
  return receiveMessage(ctx, { kind: 'contact', name, email, fields }, input);
}

/** Handles the 'Serve Your Community' form. */
export async function requestEducatorInfo(
  ctx: Context,
  input: z.output<typeof requestEducatorInfoInput>,
): Promise<true> {
  const { name, email, phone, zip, department } = input;
  const fields = [
    ...toFields('Phone', phone),
    ...toFields('ZIP', zip),
    ...toFields('Interested in', department.join(', ')),
  ];
  return receiveMessage(ctx, { kind: 'educator', name, email, fields }, input);
}

/** Only older clients call this; the website has no seminar form. */
export async function signUpForSeminar(
  ctx: Context,
  input: z.output<typeof signUpForSeminarInput>,
): Promise<true> {
  const { name, email, phone, type } = input;
  const fields = [...toFields('Phone', phone), ...toFields('Seminar', type)];
  return receiveMessage(ctx, { kind: 'seminar', name, email, fields }, input);
}
