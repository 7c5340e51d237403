import { Link } from 'react-router';
import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import { PHYSICAL_CARD_SLUG } from '#server/domains/catalog/price.shared.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { BackofficeLink } from '#web/features/accounts/backoffice-link.tsx';
import { SignUpThanks } from '#web/features/webinar/sign-up-thanks.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { NewCard } from '../card/card-completion.tsx';
import { NextStep, PurchaseCompletion, ReceiptStep } from '../completion/purchase-completion.tsx';
import { RefusedPurchase } from '../refused-purchase.tsx';

interface RefusedSignupProps {
  /** A sentence that says why the account can't sign up. */
  refusal: string;
  viewer: Viewer;
  onClose(): void;
}

const MAX_AFFILIATE_TYPE = 3;

/** Shown instead of the wizard if the account can't sign up for this role. */
export function RefusedSignup({ refusal, viewer, onClose }: RefusedSignupProps) {
  const { accountType, friend } = viewer;
  const isAffiliate = friend || (accountType > 0 && accountType <= MAX_AFFILIATE_TYPE);
  return (
    <RefusedPurchase
      title={refusal}
      action={
        <div className={layout.centeredRow}>
          {isAffiliate ? <ButtonLink to={paths.affiliate()}>Go to your affiliate page</ButtonLink> : null}
          {accountType > 0 ? <BackofficeLink variant="secondary">Go to the Backoffice</BackofficeLink> : null}
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      }
    />
  );
}

interface AffiliateCompletionProps {
  role: AffiliateRole;
  /**
   * The id of the membership's purchase. Null if no membership was bought, or if the account had signed up
   * before.
   */
  purchaseId: string | null;
  /** The webinar code in the link that led to this signup, if any. */
  webinarCode?: string | null;
  onClose(): void;
}

const SIGNED_UP = 'You are signed up... We will contact you shortly with more information.';
const JOINED = 'You’re signed up. Your affiliate page has your link to share and shows what you earn.';

/** The last page of a signup. Friends and influencers who have already signed up see it, too. */
export function AffiliateCompletion(props: AffiliateCompletionProps) {
  const { role, purchaseId, webinarCode = null, onClose } = props;
  return (
    <PurchaseCompletion
      title="Signed up"
      text={role === 'friend' || role === 'influencer' ? SIGNED_UP : JOINED}
      content={
        <>
          {webinarCode === null ? null : <SignUpThanks code={webinarCode} />}
          {purchaseId === null ? null : <BoughtCard purchaseId={purchaseId} />}
        </>
      }
      onClose={onClose}
    >
      <NextStep link={<Link to={paths.affiliate()}>Go to your affiliate page</Link>}>
        Your link to share, and what you earn with it.
      </NextStep>
      <NextStep link={<BackofficeLink>Go to the Backoffice</BackofficeLink>}>
        Everything about your account.
      </NextStep>
      {purchaseId === null ? null : <ReceiptStep purchaseId={purchaseId} label="View Receipt" />}
    </PurchaseCompletion>
  );
}

/** Shows the card that was bought with the signup, and when a physical one arrives. */
function BoughtCard({ purchaseId }: { purchaseId: string }) {
  const completion = trpc.checkout.completion.useQuery({ purchaseId }, { staleTime: 300_000 });
  const deliveryTime = trpc.catalog.plans.useQuery(undefined, {
    select: (plans) => plans.find(({ slug }) => slug === PHYSICAL_CARD_SLUG)?.copy.points[0],
    staleTime: 300_000,
  });
  if (completion.isPending) return <Skeleton heights={['3rem', '15rem', '2.75rem']} />;
  // Without the card, the rest of the page still helps.
  if (!completion.data) return null;
  return (
    <>
      {completion.data.isCardMailed && deliveryTime.data ? (
        <p>We’re also mailing your physical card. It should arrive within {deliveryTime.data}.</p>
      ) : null}
      <NewCard card={completion.data} signedIn />
    </>
  );
}
