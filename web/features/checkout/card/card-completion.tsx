import type { Plan } from '#server/catalog/plan.schema.ts';
import { formatCardDate } from '#server/lib/dates.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/site/pages.shared.ts';
import { WalletButtons } from '#web/features/memberships/card/wallet-buttons.tsx';
import { MembershipCard } from '#web/features/memberships/membership-card.tsx';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import buttonClasses from '#web/ui/button.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { CompletionFrame } from '../completion-frame.tsx';

interface CardCompletionProps {
  purchaseId: string;
  physicalCard: Plan;
  signedIn: boolean;
  onClose(): void;
}

export function CardCompletion({ purchaseId, physicalCard, signedIn, onClose }: CardCompletionProps) {
  const completion = trpc.checkout.completion.useQuery({ purchaseId }, { staleTime: 300_000 });
  return (
    <CompletionFrame
      heading="Order completed"
      text={`You're all set! Thanks for buying the Everything Card. We are processing your order and it should arrive within ${physicalCard.copy.points[0]}.`}
    >
      {/* Show the rest of the page even if the card can't be loaded, for example in another browser. */}
      {completion.isPending ? <Skeleton heights={['3rem', '15rem', '2.75rem']} /> : null}
      {completion.data ? <NewCard card={completion.data} signedIn={signedIn} /> : null}
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

interface NewCardProps {
  card: RouterOutputs['checkout']['completion'];
  signedIn: boolean;
}

/** Shows the new card right away, even if a physical card is on its way (D60). */
function NewCard({ card, signedIn }: NewCardProps) {
  const { number, holder, planName, expiresAt, isCardMailed, claimUrl } = card;
  return (
    <>
      {isCardMailed ? null : (
        <p>You didn't order a physical card, so nothing will be mailed. Your digital card is ready now.</p>
      )}
      <MembershipCard
        holder={holder}
        plan={planName}
        membershipNumber={formatMembershipNumber(number)}
        expires={formatCardDate(new Date(expiresAt))}
      />
      {signedIn ? <WalletButtons number={number} /> : null}
      {claimUrl === null ? null : (
        <a href={claimUrl} className={buttonClasses.button} data-variant="secondary">
          Create your account
        </a>
      )}
    </>
  );
}
