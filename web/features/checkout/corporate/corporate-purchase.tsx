import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { RememberedContact } from '#server/domains/checkout/remembered-contact.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import classes from '../checkout.module.css';
import { CompletionFrame } from '../completion/completion-frame.tsx';
import { NextStep, NextSteps, ReceiptStep } from '../completion/next-steps.tsx';
import { ReopenStatus } from '../reopen-status.tsx';
import { RequireLogin, SKELETON_HEIGHTS } from '../require-login.tsx';
import { useRememberedContact } from '../use-remembered-contact.ts';
import {
  buildInitialValues,
  type CorporateValues,
  DRAFT_ID,
  SECRET_FIELDS,
  valuesFromCart,
} from './corporate-values.ts';
import { CorporateWizard } from './corporate-wizard.tsx';

interface ReopenedCorporateProps {
  token: string;
  company: Pick<RouterOutputs['corporate']['company'], 'company' | 'referrerLabel'>;
  email: string;
}

/** Stores the reopened purchase as a draft, then opens its payment page under a URL without the token. */
function ReopenedCorporate({ token, company, email }: ReopenedCorporateProps) {
  const navigate = useLateNavigate();
  const { state } = useLocation();
  const reopened = trpc.corporate.reopen.useQuery({ token }, { staleTime: Number.POSITIVE_INFINITY });
  const { data } = reopened;

  useEffect(() => {
    if (data === undefined) return;
    const values = valuesFromCart(data.cart, company, email);
    writeDraft(sessionStorage, DRAFT_ID, { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    navigate({ search: '?plan=corporate&step=payment' }, { replace: true, state });
  }, [data, company, email, navigate, state]);

  return (
    <ReopenStatus
      error={reopened.error}
      onRetry={() => void reopened.refetch()}
      startLabel="Buy corporate cards"
      startSearch="?plan=corporate"
    />
  );
}

/** Shown instead of the wizard if the company already has cards (D31). */
function ExistingCards() {
  const containerRef = useRef<HTMLDivElement>(null);
  const settings = trpc.content.settings.useQuery();
  // The element that had focus was replaced, so move focus here for keyboard and screen reader users.
  useEffect(() => containerRef.current?.focus({ preventScroll: true }), []);
  const { supportPhone, supportEmail } = settings.data ?? {};
  return (
    <div ref={containerRef} tabIndex={-1} className={classes.arrival}>
      <EmptyState
        headingLevel={3}
        title="Your company already has cards"
        action={<ButtonLink to={paths.company()}>Go to your company page</ButtonLink>}
      >
        <p>You already have a corporate membership. To add additional members, please contact us.</p>
        {supportPhone && supportEmail ? (
          <p>
            {supportPhone} or <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. You can also add cards
            yourself, on your company page.
          </p>
        ) : (
          <p>You can also add cards yourself, on your company page.</p>
        )}
      </EmptyState>
    </div>
  );
}

interface CorporateCompletionProps {
  purchaseId: string;
  onClose(): void;
}

function CorporateCompletion({ purchaseId, onClose }: CorporateCompletionProps) {
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

/**
 * Keeps its state in the URL: `step` is the current page, `completed` holds the id of a finished purchase,
 * and `complete` holds the token of an emailed link that reopens a purchase.
 */
export function CorporatePurchase({ onClose }: { onClose(): void }) {
  return (
    <RequireLogin
      loginTitle="Before you can continue..."
      reason="You need an account to manage your company and its cards."
    >
      {(viewer) => <Purchase viewer={viewer} onClose={onClose} />}
    </RequireLogin>
  );
}

function Purchase({ viewer, onClose }: { viewer: Viewer; onClose(): void }) {
  const [params] = useSearchParams();
  const reopenToken = useCompletionToken();
  const completedPurchaseId = params.get('completed');
  const ownCompany = trpc.corporate.company.useQuery(undefined, { enabled: completedPurchaseId === null });
  const contact = useRememberedContact(completedPurchaseId === null);
  const business = trpc.businesses.mine.useQuery(undefined, { enabled: completedPurchaseId === null });

  if (completedPurchaseId !== null)
    return <CorporateCompletion purchaseId={completedPurchaseId} onClose={onClose} />;
  if (ownCompany.data === undefined) {
    if (ownCompany.isError) {
      return (
        <ErrorBox message={toFailure(ownCompany.error).message} onRetry={() => void ownCompany.refetch()} />
      );
    }
    return <Skeleton heights={SKELETON_HEIGHTS} />;
  }
  // The business only prefills the form, so continue even if its query failed.
  if (ownCompany.data.company === null && (business.isPending || contact === undefined))
    return <Skeleton heights={SKELETON_HEIGHTS} />;
  if (ownCompany.data.hasCards) return <ExistingCards />;
  if (reopenToken !== null) {
    return <ReopenedCorporate token={reopenToken} company={ownCompany.data} email={viewer.email} />;
  }
  const offered = { business: business.data ?? null, contact: contact ?? null };
  return <CompanySteps viewer={viewer} ownCompany={ownCompany.data} offered={offered} />;
}

interface StepsProps {
  viewer: Viewer;
  ownCompany: RouterOutputs['corporate']['company'];
  offered: { business: RouterOutputs['businesses']['mine']; contact: RememberedContact | null };
}

function CompanySteps({ viewer, ownCompany, offered }: StepsProps) {
  const [run, setRun] = useState(() => ({
    round: 0,
    initial: buildInitialValues(ownCompany, viewer.email, offered),
  }));

  function startAgain(values: CorporateValues) {
    writeDraft(sessionStorage, DRAFT_ID, { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    setRun({ round: run.round + 1, initial: values });
  }

  return (
    <CorporateWizard
      key={run.round}
      viewer={viewer}
      minimumWaived={ownCompany.minimumWaived}
      initial={run.initial}
      onStartAgain={startAgain}
    />
  );
}
