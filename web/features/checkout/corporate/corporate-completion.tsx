import { paths } from '#server/site/pages.shared.ts';
import buttonClasses from '#web/ui/button.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CompletionFrame } from '../completion/completion-frame.tsx';

interface CorporateCompletionProps {
  purchaseId: string;
  onClose(): void;
}

export function CorporateCompletion({ purchaseId, onClose }: CorporateCompletionProps) {
  return (
    <CompletionFrame
      heading="You're all set!"
      text="Thanks for buying the Everything Card. Your employees’ cards are ready, and those with an e-mail address are being invited. You print the others on your company page."
    >
      <ButtonLink to={paths.company()}>Go to your company page</ButtonLink>
      <a
        href={paths.receipt(purchaseId)}
        target="_blank"
        rel="noopener"
        className={buttonClasses.button}
        data-variant="secondary"
      >
        View/Print Your Receipt
      </a>
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </CompletionFrame>
  );
}
