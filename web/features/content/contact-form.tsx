import { useState } from 'react';
import { useFocusOnChange } from '#web/features/accounts/use-focus-on-change.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { EmailField, NameField, TextAreaField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { lazySchema } from '#web/ui/form/lazy-schema.ts';
import classes from './contact.module.css';
import { Honeypot, useSpamProtection } from './spam-protection.tsx';

const schema = lazySchema(
  async () => (await import('#server/domains/content/messages/contact.schema.ts')).contactMessage,
);
const EMPTY = { name: '', subject: '', email: '', message: '' };

export function ContactForm({ responseTime }: { responseTime: string }) {
  const [sent, setSent] = useState(false);
  const container = useFocusOnChange(sent ? 'sent' : 'form');
  return (
    <div ref={container}>
      {sent ? (
        <MessageSent responseTime={responseTime} onAgain={() => setSent(false)} />
      ) : (
        <MessageForm onSent={() => setSent(true)} />
      )}
    </div>
  );
}

function MessageForm({ onSent }: { onSent(): void }) {
  const sendMessage = trpc.content.sendMessage.useMutation();
  const { send, honeypot } = useSpamProtection({ loadsAtOnce: true });
  return (
    <Form
      initial={EMPTY}
      schema={schema}
      onSubmit={async (values) => {
        const messageInput = (await schema.load()).parse(values);
        await send((antiSpam) => sendMessage.mutateAsync({ ...messageInput, ...antiSpam }));
        onSent();
      }}
      submitLabel="Send message"
    >
      <NameField name="name" label="Name" autoComplete="name" />
      <TextField name="subject" label="Subject" autoComplete="off" />
      <EmailField />
      <TextAreaField name="message" label="Message" autoComplete="off" rows={7} />
      <Honeypot honeypot={honeypot} />
    </Form>
  );
}

function MessageSent({ responseTime, onAgain }: { responseTime: string; onAgain(): void }) {
  return (
    <div className={classes.sent} role="status">
      <h2 tabIndex={-1}>Message Sent!</h2>
      <p>Give us {responseTime} to review your message and we will be in touch!</p>
      <div>
        <Button variant="secondary" onClick={onAgain}>
          Write another message
        </Button>
      </div>
    </div>
  );
}
