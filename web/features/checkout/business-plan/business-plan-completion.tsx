import { paths } from '#server/site/pages.shared.ts';
import { BackofficeLink } from '#web/features/accounts/backoffice-link.tsx';
import buttonClasses from '#web/ui/button.module.css';
import { Button } from '#web/ui/button.tsx';
import { CompletionFrame } from '../completion/completion-frame.tsx';

interface BusinessPlanCompletionProps {
  purchaseId: string;
  onClose(): void;
}

export function BusinessPlanCompletion({ purchaseId, onClose }: BusinessPlanCompletionProps) {
  return (
    <CompletionFrame
      heading="You're all set!"
      text="Your business is in the savings search now. Your receipt is on its way to you by e-mail."
    >
      <a
        href={paths.receipt(purchaseId)}
        target="_blank"
        rel="noopener"
        className={buttonClasses.button}
        data-variant="primary"
      >
        View Receipt
      </a>
      <BackofficeLink variant="secondary">Go to the Backoffice</BackofficeLink>
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </CompletionFrame>
  );
}
