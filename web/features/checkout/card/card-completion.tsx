import { Link } from 'react-router';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { formatCardDate } from '#server/lib/dates.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { MembershipCard } from '#web/ui/membership-card/membership-card.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from '../completion/completion.module.css';
import { NextStep, PurchaseCompletion, ReceiptStep } from '../completion/purchase-completion.tsx';
import { WalletButtons } from '../completion/wallet-buttons.tsx';

interface CardCompletionProps {
  purchaseId: string;
  physicalCard: Plan;
  signedIn: boolean;
  onClose(): void;
}

export function CardCompletion({ purchaseId, physicalCard, signedIn, onClose }: CardCompletionProps) {
  const completion = trpc.checkout.completion.useQuery({ purchaseId }, { staleTime: 300_000 });
  return (
    <PurchaseCompletion
      heading="Order completed"
      onClose={onClose}
      text={`You're all set! Thanks for buying the Everything Card. We are processing your order and it should arrive within ${physicalCard.copy.points[0]}.`}
      content={
        // Show the rest of the page even if the card can't be loaded, for example in another browser.
        <>
          {completion.isPending ? <Skeleton heights={['3rem', '15rem', '2.75rem']} /> : null}
          {completion.data ? <NewCard card={completion.data} signedIn={signedIn} /> : null}
        </>
      }
    >
      {completion.data?.claimUrl ? (
        <NextStep link={<a href={completion.data.claimUrl}>Create your account</a>}>
          Open your card on your phone, even without a signal, and add it to your wallet.
        </NextStep>
      ) : null}
      <NextStep link={<Link to={savingsNear(completion.data?.zip)}>Find places near you</Link>}>
        See the businesses around you and what they offer members.
      </NextStep>
      {signedIn ? (
        <NextStep link={<Link to={paths.account()}>See your membership</Link>}>
          Your card, your plan, and your payments.
        </NextStep>
      ) : null}
      <ReceiptStep purchaseId={purchaseId} label="View/Print Your Receipt">
        {signedIn ? null : ' Keep it, because businesses use the membership ID on it to check your card.'}
      </ReceiptStep>
    </PurchaseCompletion>
  );
}

/** Returns the path of the savings search near the ZIP code. Without one, the search page asks for it. */
function savingsNear(zip: string | null | undefined): string {
  return zip ? paths.savings(`zip=${zip}&sort=distance`) : paths.savings();
}

interface NewCardProps {
  card: RouterOutputs['checkout']['completion'];
  signedIn: boolean;
}

/** Shows the new card right away, even if a physical card is on its way (D60). */
export function NewCard({ card, signedIn }: NewCardProps) {
  const { number, holder, planName, expiresAt, isCardMailed } = card;
  return (
    <div className={classes.card}>
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
    </div>
  );
}
