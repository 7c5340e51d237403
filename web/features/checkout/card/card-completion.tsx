import type { Plan } from '#server/catalog/plan.schema.ts';
import { paths } from '#server/site/pages.shared.ts';
import buttonClasses from '#web/ui/button.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { CompletionFrame } from '../completion-frame.tsx';

interface CardCompletionProps {
  purchaseId: string;
  physicalCard: Plan;
  signedIn: boolean;
  onClose(): void;
}

export function CardCompletion({ purchaseId, physicalCard, signedIn, onClose }: CardCompletionProps) {
  return (
    <CompletionFrame
      heading="Order completed"
      text={`You're all set! Thanks for buying the Everything Card. We are processing your order and it should arrive within ${physicalCard.copy.points[0]}.`}
    >
      <a
        href={paths.receipt(purchaseId)}
        target="_blank"
        rel="noopener"
        className={buttonClasses.button}
        data-variant="primary"
      >
        View/Print Your Receipt
      </a>
      {signedIn ? (
        <ButtonLink to={paths.account()} variant="secondary">
          See your membership
        </ButtonLink>
      ) : (
        <Notice title="Look into your e-mail">
          We have sent you the receipt with your membership number. Keep it: businesses check your card by
          this number. As a guest you have no account here.
        </Notice>
      )}
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </CompletionFrame>
  );
}
