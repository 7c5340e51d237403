import { useState } from 'react';
import { DEPARTMENTS, educatorRequest } from '#server/domains/content/messages/educator.schema.ts';
import { INFORMATION_REPLY_DAYS } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { readPostalCode } from '#server/lib/readers/zip.ts';
import { useFocusOnChange } from '#web/features/accounts/use-focus-on-change.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { ChoicesField } from '#web/ui/form/choices-field.tsx';
import { EmailField, NameField, PhoneField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import classes from './information.module.css';
import { Honeypot, useSpamProtection } from './spam-protection.tsx';

const departmentOptions: string[] = [];
const EMPTY = { name: '', email: '', phone: '', zip: '', department: departmentOptions };

function EducatorRequestForm({ onSent }: { onSent(request: { hasPhone: boolean }): void }) {
  const requestInfo = trpc.content.requestEducatorInfo.useMutation();
  const { send, honeypot } = useSpamProtection({ loadsAtOnce: true });
  return (
    <Form
      initial={EMPTY}
      schema={educatorRequest}
      mode="strict"
      onSubmit={async (values) => {
        const request = educatorRequest.parse(values);
        await send((antiSpam) => requestInfo.mutateAsync({ ...request, ...antiSpam }));
        onSent({ hasPhone: request.phone !== null });
      }}
      submitLabel="Request information"
    >
      <NameField name="name" label="Name" autoComplete="name" initialFocus />
      <EmailField />
      <PhoneField optional />
      <TextField
        name="zip"
        label="ZIP code"
        read={readPostalCode}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={20}
      />
      <ChoicesField
        name="department"
        label="Departments"
        description="Choose at least one."
        options={DEPARTMENTS}
      />
      <Honeypot honeypot={honeypot} />
    </Form>
  );
}

interface SentRequest {
  hasPhone: boolean;
}

export function InformationModal({ opened }: { opened: boolean }) {
  return (
    <ModalRoute opened={opened} title="Serve Your Community" closePath={paths.home()}>
      <InformationStages />
    </ModalRoute>
  );
}

function InformationStages() {
  const [sentRequest, setSentRequest] = useState<SentRequest | null>(null);
  const container = useFocusOnChange(sentRequest === null ? 'form' : 'sent');
  return (
    <div ref={container} className={classes.stage}>
      {sentRequest === null ? (
        <>
          <p>
            Bring savings to the people around you as a business, an influencer, an educator, or a member.
            Tell us what you’d like to hear about. If you leave a phone number, we’ll contact you within{' '}
            {INFORMATION_REPLY_DAYS} days.
          </p>
          <EducatorRequestForm onSent={setSentRequest} />
        </>
      ) : (
        <Thanks request={sentRequest} />
      )}
    </div>
  );
}

function Thanks({ request }: { request: SentRequest }) {
  const close = useCloseModal(paths.home());
  return (
    <div className={classes.thanks} role="status">
      <h3 tabIndex={-1}>Thank you!</h3>
      <p>
        {request.hasPhone
          ? `We got your request. We’ll contact you within ${INFORMATION_REPLY_DAYS} days.`
          : 'We got your request for information.'}
      </p>
      <div>
        <Button onClick={close}>Done</Button>
      </div>
    </div>
  );
}
