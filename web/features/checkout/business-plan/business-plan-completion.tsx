import { BackofficeLink } from '#web/features/accounts/backoffice-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { CompletionFrame } from '../completion/completion-frame.tsx';
import { NextStep, NextSteps, ReceiptStep } from '../completion/next-steps.tsx';

interface BusinessPlanCompletionProps {
  purchaseId: string;
  onClose(): void;
}

export function BusinessPlanCompletion({ purchaseId, onClose }: BusinessPlanCompletionProps) {
  return (
    <CompletionFrame
      heading="You're all set!"
      text="Your business is now in the savings search. We’re emailing you a receipt."
    >
      <NextSteps>
        <NextStep link={<BackofficeLink>Go to the Backoffice</BackofficeLink>}>
          Your listing, your promotions, and your plan.
        </NextStep>
        <ReceiptStep purchaseId={purchaseId} label="View Receipt" />
      </NextSteps>
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </CompletionFrame>
  );
}
