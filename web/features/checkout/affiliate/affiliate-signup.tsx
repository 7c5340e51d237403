import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { PHYSICAL_CARD_SLUG } from '#server/domains/catalog/price.shared.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { RequireLogin, SKELETON_HEIGHTS } from '../require-login.tsx';
import { contactValues, useRememberedContact } from '../use-remembered-contact.ts';
import { AffiliateCompletion } from './affiliate-completion.tsx';
import { type AffiliateValues, draftId, emptyAffiliate, SECRET_FIELDS } from './affiliate-values.ts';
import { AffiliateWizard, SIGNED_UP } from './affiliate-wizard.tsx';
import type { OfferedPlans } from './membership-fields.tsx';
import { RefusedSignup } from './refused-signup.tsx';
import { ReopenedSignup } from './reopened-signup.tsx';
import { useOfferedReference } from './use-offered-reference.ts';

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
