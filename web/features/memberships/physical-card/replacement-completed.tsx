import { paths } from '#server/lib/pages.shared.ts';
import buttonClasses from '#web/ui/button.module.css';
import { CompletionFrame } from '../../checkout/completion/completion-frame.tsx';
import type { PhysicalCardView } from './card-address-values.ts';

interface ReplacementCompletedProps {
  purchaseId: string;
  card: PhysicalCardView | undefined;
}

export function ReplacementCompleted({ purchaseId, card }: ReplacementCompletedProps) {
  const delivery = card ? ` Please give us ${card.sentWithin} to get your card sent out.` : '';
  return (
    <CompletionFrame heading="Request Completed" headingLevel={2} text={`You're all set!${delivery}`}>
      <a
        href={paths.receipt(purchaseId)}
        target="_blank"
        rel="noopener"
        className={buttonClasses.button}
        data-variant="primary"
      >
        View/Print Your Receipt
      </a>
    </CompletionFrame>
  );
}
