import type { AffiliateRole } from '#server/affiliates/affiliate.schema.ts';
import { paths } from '#server/site/pages.shared.ts';
import { BackofficeLink } from '#web/features/accounts/backoffice-link.tsx';
import { SignUpThanks } from '#web/features/webinar/sign-up-thanks.tsx';
import buttonClasses from '#web/ui/button.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CompletionFrame } from '../completion/completion-frame.tsx';

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
const JOINED = 'Your sign-up is complete. Your page has the link to share, and shows what comes of it.';

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
      <ButtonLink to={paths.affiliate()}>Go to your affiliate page</ButtonLink>
      <BackofficeLink variant="secondary">Go to the Backoffice</BackofficeLink>
      {purchaseId === null ? null : (
        <a
          href={paths.receipt(purchaseId)}
          target="_blank"
          rel="noopener"
          className={buttonClasses.button}
          data-variant="secondary"
        >
          View Receipt
        </a>
      )}
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </CompletionFrame>
  );
}
