import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { sendMessageInput } from './contact.schema.ts';
import type { requestEducatorInfoInput } from './educator.schema.ts';
import type { MessageFields } from './message.schema.ts';
import { receiveLetter } from './message.service.ts';
import type { signUpForSeminarInput } from './seminar.schema.ts';

const told = (label: string, value: string | null): MessageFields => (value ? [{ label, value }] : []);

/** The contact page's form (SPEC section 2). */
export async function sendMessage(ctx: Context, input: z.output<typeof sendMessageInput>): Promise<true> {
  const { name, email, subject, message } = input;
  const fields = [...told('Subject', subject), ...told('Message', message)];
  return receiveLetter(ctx, { kind: 'contact', name, email, fields }, input);
}

/** The form of 'Serve Your Community': whoever leaves a telephone number is contacted within 7 days (SPEC section 9). */
export async function requestEducatorInfo(
  ctx: Context,
  input: z.output<typeof requestEducatorInfoInput>,
): Promise<true> {
  const { name, email, phone, zip, department } = input;
  const fields = [
    ...told('Phone', phone),
    ...told('ZIP', zip),
    ...told('Interested in', department.join(', ')),
  ];
  return receiveLetter(ctx, { kind: 'educator', name, email, fields }, input);
}

/** A place in a seminar (SPEC section 3: defined but unused). */
export async function signUpForSeminar(
  ctx: Context,
  input: z.output<typeof signUpForSeminarInput>,
): Promise<true> {
  const { name, email, phone, type } = input;
  const fields = [...told('Phone', phone), ...told('Seminar', type)];
  return receiveLetter(ctx, { kind: 'seminar', name, email, fields }, input);
}
