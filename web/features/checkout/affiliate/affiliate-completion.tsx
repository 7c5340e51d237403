import { Link } from 'react-router';
import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { BackofficeLink } from '#web/features/accounts/backoffice-link.tsx';
import { SignUpThanks } from '#web/features/webinar/sign-up-thanks.tsx';
import { Button } from '#web/ui/button.tsx';
import { CompletionFrame } from '../completion/completion-frame.tsx';
import { NextStep, NextSteps, ReceiptStep } from '../completion/next-steps.tsx';

interface AffiliateCompletionProps {
  role: AffiliateRole;
  /**
   * The id of the membership's purchase. Null if no membership was bought, or if the account had signed up
   * before.
   */
  purchaseId: string | null;
  /** The webinar code in the link that led to this signup, if any. */
  webinarCode?: string | null;
  onClose(): void;
}

const SIGNED_UP = 'You are signed up... We will contact you shortly with more information.';
const JOINED = 'You’re signed up. Your affiliate page has your link to share and shows what you earn.';

/** The last page of a signup. Friends and influencers who have already signed up see it, too. */
export function AffiliateCompletion(props: AffiliateCompletionProps) {
  const { role, purchaseId, webinarCode = null, onClose } = props;
  return (
    <CompletionFrame
      title="Signed up"
      heading="You're all set!"
      text={role === 'friend' || role === 'influencer' ? SIGNED_UP : JOINED}
    >
      {webinarCode === null ? null : <SignUpThanks code={webinarCode} />}
      <NextSteps>
        <NextStep link={<Link to={paths.affiliate()}>Go to your affiliate page</Link>}>
          Your link to share, and what you earn with it.
        </NextStep>
        <NextStep link={<BackofficeLink>Go to the Backoffice</BackofficeLink>}>
          Everything about your account.
        </NextStep>
        {purchaseId === null ? null : <ReceiptStep purchaseId={purchaseId} label="View Receipt" />}
      </NextSteps>
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </CompletionFrame>
  );
}
