import { useState } from 'react';
import { INFORMATION_REPLY_DAYS } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { useFocusOnChange } from '#web/features/accounts/use-focus-on-change.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { EducatorRequestForm } from './educator-request-form.tsx';
import classes from './information.module.css';

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
