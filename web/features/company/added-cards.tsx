import { paths } from '#server/lib/pages.shared.ts';
import buttonClasses from '#web/ui/button.module.css';
import { Button } from '#web/ui/button.tsx';
import { CompletionFrame } from '../checkout/completion/completion-frame.tsx';

interface AddedCardsProps {
  purchaseId: string;
  onClose(): void;
}

export function AddedCards({ purchaseId, onClose }: AddedCardsProps) {
  return (
    <CompletionFrame
      heading="You're all set!"
      text="The new cards are ready at the end of your list. We’re inviting everyone with an email address."
    >
      <Button onClick={onClose}>See your cards</Button>
      <a
        href={paths.receipt(purchaseId)}
        target="_blank"
        rel="noopener"
        className={buttonClasses.button}
        data-variant="secondary"
      >
        View/Print Your Receipt
      </a>
    </CompletionFrame>
  );
}
