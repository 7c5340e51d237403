import { z } from 'zod';
import { messageFields, messageKind } from '../content/message.schema.ts';
import type { MailContent, MailContext } from './mail-content.ts';

export const staffMessageMailProps = z.object({
  kind: messageKind,
  name: z.string(),
  email: z.string(),
  fields: messageFields,
});
type Props = z.infer<typeof staffMessageMailProps>;

const HEADINGS = {
  contact: 'A message from the contact page',
  educator: 'Somebody asks for information',
  seminar: 'A seminar sign-up',
} as const satisfies Record<Props['kind'], string>;

const PAGES = { contact: '/contact', educator: '/', seminar: '/' } as const satisfies Record<
  Props['kind'],
  string
>;

/** Long texts stand by themselves, short ones as a table. */
const isLong = ({ value }: Props['fields'][number]) => value.includes('\n') || value.length > 100;

function subjectOf({ kind, name, fields }: Props): string {
  const subject = fields.find(({ label }) => label === 'Subject')?.value;
  return `${HEADINGS[kind]}: ${subject ?? name}`;
}

/** To staff, what a visitor wrote through a form; an answer goes to that visitor. */
export function staffMessageMail(props: Props, { publicUrl }: MailContext): MailContent {
  const { kind, name, email, fields } = props;
  return {
    subject: subjectOf(props),
    preview: `${name} <${email}>`,
    heading: HEADINGS[kind],
    paragraphs: fields.filter(isLong).flatMap(({ value }) => value.split(/\n+/)),
    rows: [
      { label: 'Name', value: name },
      { label: 'From', value: email },
      ...fields.filter((field) => !isLong(field)),
    ],
    remarks: [{ text: 'Where it was written:', url: `${publicUrl}${PAGES[kind]}` }],
    replyTo: email,
    reason:
      'You get this mail because yours is the support address in the settings. An answer goes to the sender.',
  };
}
