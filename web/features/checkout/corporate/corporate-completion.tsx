import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { Button } from '#web/ui/button.tsx';
import { CompletionFrame } from '../completion/completion-frame.tsx';
import { NextStep, NextSteps, ReceiptStep } from '../completion/next-steps.tsx';

interface CorporateCompletionProps {
  purchaseId: string;
  onClose(): void;
}

export function CorporateCompletion({ purchaseId, onClose }: CorporateCompletionProps) {
  return (
    <CompletionFrame
      heading="You're all set!"
      text="Thanks for buying the Everything Card. Your employees’ cards are ready. We’re inviting everyone with an email address, and you can print the other cards on your company page."
    >
      <NextSteps>
        <NextStep link={<Link to={paths.company()}>Go to your company page</Link>}>
          Print cards, invite employees, and see your plan.
        </NextStep>
        <ReceiptStep purchaseId={purchaseId} label="View/Print Your Receipt" />
      </NextSteps>
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </CompletionFrame>
  );
}
