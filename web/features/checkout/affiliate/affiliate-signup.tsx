import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { PHYSICAL_CARD_SLUG } from '#server/domains/catalog/price.shared.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { BackofficeLink } from '#web/features/accounts/backoffice-link.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { readReferralCode } from '#web/lib/referral.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import classes from '../checkout.module.css';
import { noReference, type ReferenceValues, toReferenceValues } from '../reference-values.ts';
import { ReopenStatus } from '../reopen-status.tsx';
import { RequireLogin, SKELETON_HEIGHTS } from '../require-login.tsx';
import { contactValues, useRememberedContact } from '../use-remembered-contact.ts';
import { AffiliateCompletion } from './affiliate-completion.tsx';
import {
  type AffiliateValues,
  draftId,
  emptyAffiliate,
  SECRET_FIELDS,
  valuesFromCart,
} from './affiliate-values.ts';
import { AffiliateWizard, SIGNED_UP } from './affiliate-wizard.tsx';
import type { OfferedPlans } from './membership-fields.tsx';

interface ReopenedSignupProps {
  token: string;
  role: AffiliateRole;
  search: string;
  initial: AffiliateValues;
}

/** Stores the reopened signup as a draft, then replaces the URL, so that the token is not kept in it. */
function ReopenedSignup({ token, role, search, initial }: ReopenedSignupProps) {
  const navigate = useLateNavigate();
  const { state } = useLocation();
  const reopened = trpc.affiliateSignup.reopen.useQuery({ token }, { staleTime: Number.POSITIVE_INFINITY });
  const { data } = reopened;

  useEffect(() => {
    if (data === undefined) return;
    const values = {
      ...valuesFromCart(data.cart, initial),
      ...(data.referrer && toReferenceValues(data.referrer)),
    };
    writeDraft(sessionStorage, draftId(role), { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    // The wizard goes back to the first incomplete page, because the draft has no signature and no tax form.
    navigate({ search: `${search}&step=payment` }, { replace: true, state });
  }, [data, role, search, initial, navigate, state]);

  return (
    <ReopenStatus
      error={reopened.error}
      onRetry={() => void reopened.refetch()}
      startLabel="Sign up"
      startSearch={search}
    />
  );
}

interface RefusedSignupProps {
  /** A sentence that says why the account can't sign up. */
  refusal: string;
  viewer: Viewer;
  onClose(): void;
}

const MAX_AFFILIATE_TYPE = 3;

/** Shown instead of the wizard if the account can't sign up for this role. */
function RefusedSignup({ refusal, viewer, onClose }: RefusedSignupProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  // The element that had focus was replaced, so move focus here for keyboard and screen reader users.
  useEffect(() => containerRef.current?.focus({ preventScroll: true }), []);
  const { accountType, friend } = viewer;
  const isAffiliate = friend || (accountType > 0 && accountType <= MAX_AFFILIATE_TYPE);
  return (
    <div ref={containerRef} tabIndex={-1} className={classes.arrival}>
      <EmptyState
        headingLevel={3}
        title={refusal}
        action={
          <div className={classes.ways}>
            {isAffiliate ? <ButtonLink to={paths.affiliate()}>Go to your affiliate page</ButtonLink> : null}
            {accountType > 0 ? (
              <BackofficeLink variant="secondary">Go to the Backoffice</BackofficeLink>
            ) : null}
            <Button variant="quiet" onClick={onClose}>
              Close
            </Button>
          </div>
        }
      />
    </div>
  );
}

const LOAD_ONCE = { staleTime: Number.POSITIVE_INFINITY, retry: false };

/**
 * Returns the initial reference of a signup: the owner of the referral link or, without such an owner or if
 * it is the account itself, the house account (D24). Empty if the house account can't be loaded. Undefined
 * while loading.
 */
function useOfferedReference(accountId: string): ReferenceValues | undefined {
  const code = readReferralCode() ?? '';
  const linkOwner = trpc.affiliates.referral.useQuery({ code }, { ...LOAD_ONCE, enabled: code !== '' });
  const houseAccount = trpc.affiliates.houseReference.useQuery(undefined, LOAD_ONCE);
  if (houseAccount.isPending || (code !== '' && linkOwner.isPending)) return undefined;
  const referrer = linkOwner.data && linkOwner.data.id !== accountId ? linkOwner.data : undefined;
  const reference = referrer ?? houseAccount.data;
  if (reference === undefined) return noReference;
  return { reference: reference.id, referenceLabel: reference.label, referralCode: code };
}

interface AffiliateSignupProps {
  role: AffiliateRole;
  /** The query string that opens the modal, such as '?type=friend'. */
  search: string;
  onClose(): void;
}

/**
 * Keeps its state in the URL: `step` is the current page, `completed` holds the id of a finished signup's
 * purchase (or 'signup' if there was none), and `complete` holds the token of an emailed link that reopens a
 * signup.
 */
export function AffiliateSignup(props: AffiliateSignupProps) {
  return (
    <RequireLogin reason="You need an account to sign up and to see your affiliate page.">
      {(viewer) => <EligibleSignup {...props} viewer={viewer} />}
    </RequireLogin>
  );
}

interface SignupProps extends AffiliateSignupProps {
  viewer: Viewer;
}

/**
 * Shows the wizard, its last page after a signup, or the reason why this account can't sign up for the role.
 */
function EligibleSignup(props: SignupProps) {
  const { role, viewer, onClose } = props;
  const [params] = useSearchParams();
  const completedParam = params.get('completed');
  const standing = trpc.affiliateSignup.standing.useQuery({ role }, { enabled: completedParam === null });
  const plans = trpc.catalog.plans.useQuery(undefined, { select: selectOfferedPlans, staleTime: 300_000 });
  const reference = useOfferedReference(viewer.id);
  const contact = useRememberedContact(completedParam === null);

  if (completedParam !== null) {
    const purchaseId = completedParam === SIGNED_UP ? null : completedParam;
    return (
      <AffiliateCompletion
        role={role}
        purchaseId={purchaseId}
        webinarCode={params.get('code')}
        onClose={onClose}
      />
    );
  }
  const loadError = standing.error ?? plans.error;
  if (loadError !== null) {
    const retry = () => void Promise.all([standing.refetch(), plans.refetch()]);
    return <ErrorBox message={toFailure(loadError).message} onRetry={retry} />;
  }
  if (!standing.data || !plans.data || !reference || contact === undefined)
    return <Skeleton heights={SKELETON_HEIGHTS} />;
  const { alreadySignedUp, refusal } = standing.data;
  if (alreadySignedUp) return <AffiliateCompletion role={role} purchaseId={null} onClose={onClose} />;
  if (refusal !== null) return <RefusedSignup refusal={refusal} viewer={viewer} onClose={onClose} />;
  return <SignupWizard {...props} plans={plans.data} offered={{ ...contactValues(contact), ...reference }} />;
}

/** Selects the plans to offer with a signup. Returns undefined if the catalog has no physical card. */
function selectOfferedPlans(plans: readonly Plan[]): OfferedPlans | undefined {
  const physicalCard = plans.find(({ slug }) => slug === PHYSICAL_CARD_SLUG);
  return physicalCard && { memberships: plans.filter(({ kind }) => kind === 'consumer'), physicalCard };
}

function SignupWizard(props: SignupProps & { plans: OfferedPlans; offered: Partial<AffiliateValues> }) {
  const { role, search, viewer, plans, offered } = props;
  const reopenToken = useCompletionToken();
  const [run, setRun] = useState(() => ({ round: 0, initial: { ...emptyAffiliate, ...offered } }));
  if (reopenToken !== null) {
    return <ReopenedSignup token={reopenToken} role={role} search={search} initial={run.initial} />;
  }

  function startAgain(values: AffiliateValues) {
    writeDraft(sessionStorage, draftId(role), { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    setRun({ round: run.round + 1, initial: values });
  }

  return (
    <AffiliateWizard
      key={run.round}
      role={role}
      search={search}
      viewer={viewer}
      plans={plans}
      initial={run.initial}
      onStartAgain={startAgain}
    />
  );
}
