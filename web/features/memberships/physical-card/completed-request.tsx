import { paths } from '#server/lib/pages.shared.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CompletionFrame } from '../../checkout/completion/completion-frame.tsx';
import type { PhysicalCardView } from './card-address-values.ts';

interface CompletedRequestProps {
  card: PhysicalCardView;
  isGuest: boolean;
}

export function CompletedRequest({ card, isGuest }: CompletedRequestProps) {
  return (
    <CompletionFrame
      title="Request Completed"
      heading="Request Completed"
      headingLevel={2}
      text={`Please give us ${card.sentWithin} to get your card sent out.`}
    >
      {isGuest ? (
        <ButtonLink to={paths.home()} variant="secondary">
          Go to the home page
        </ButtonLink>
      ) : (
        <ButtonLink to={paths.account()} variant="secondary">
          See your memberships
        </ButtonLink>
      )}
    </CompletionFrame>
  );
}
