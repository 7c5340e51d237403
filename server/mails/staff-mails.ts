import { z } from 'zod';
import { paths } from '../site/pages.shared.ts';
import type { MailContent, MailContext } from './mail-content.ts';

export const staffMessageMailProps = z.object({
  kind: z.enum(['contact', 'educator', 'seminar']),
  name: z.string(),
  email: z.string(),
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
});
type Props = z.infer<typeof staffMessageMailProps>;

const HEADINGS = {
  contact: 'A message from the contact page',
  educator: 'Somebody asks for information',
  seminar: 'A seminar sign-up',
} as const satisfies Record<Props['kind'], string>;

const PAGES = {
  contact: paths.contact(),
  educator: paths.home(),
  seminar: paths.home(),
} as const satisfies Record<Props['kind'], string>;

/** Long values become paragraphs, short ones table rows. */
const isLong = ({ value }: Props['fields'][number]) => value.includes('\n') || value.length > 100;

function subjectOf({ kind, name, fields }: Props): string {
  const subject = fields.find(({ label }) => label === 'Subject')?.value;
  return `${HEADINGS[kind]}: ${subject ?? name}`;
}

/** Forwards a visitor's form message to staff. Replies go to the visitor. */
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
