import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import {
  affiliateFamily,
  affiliateInformation,
  affiliateReference,
  affiliateTaxForm,
  loyaltyInformation,
  membershipChoice,
} from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import type { Submission } from '#web/ui/wizard/wizard-page.ts';
import { FamilyStep } from '../card/family-step.tsx';
import { holderOf, type PaymentDetails } from '../payment-step.tsx';
import { PurchaseModal, WizardLoading } from '../purchase-modal.tsx';
import { type PurchasePage, paymentPage } from '../purchase-page.tsx';
import { toReferenceValues, withChosenReference } from '../reference-values.ts';
import { summarizeAddress, summarizeFamily } from '../summary/review-texts.ts';
import { LOAD_ONCE, PurchaseWizard } from '../use-purchase-wizard.tsx';
import { contactValues, useRememberedContact } from '../use-remembered-contact.ts';
import {
  type AffiliateValues,
  buildSignupInput,
  draftId,
  emptyAffiliate,
  offersMembership,
  parseChoices,
  requiredTaxForm,
  SECRET_FIELDS,
  type SignupConditions,
  type SignupPayment,
  selectedMembership,
  signupErrorHeader,
  valuesFromCart,
} from './affiliate-values.ts';
import { InformationPage, type OfferedPlans, selectOfferedPlans } from './information-page.tsx';
import { LoyaltyPage } from './loyalty-page.tsx';
import { ReferencePage, useOfferedReference } from './reference-page.tsx';
import { AffiliateCompletion, RefusedSignup } from './signup-outcomes.tsx';
import { SIGNUP_TITLES } from './signup-roles.ts';

export interface AffiliateStepConditions extends SignupConditions {
  /** False if nothing is due because the promo code makes the membership free (D25). */
  cardNeeded: boolean;
}

interface AffiliateContext {
  conditions: SignupConditions;
  viewer: Viewer;
  plans: OfferedPlans;
}

export type AffiliateStep = PurchasePage<AffiliateValues, AffiliateContext>;
export type AffiliateStepId = 'information' | 'family' | 'reference' | 'business' | 'payment';

/** Converts the radio buttons' text before validating it, because the server gets the converted values. */
const withParsedChoices = (schema: (values: AffiliateValues) => z.ZodType) => (values: AffiliateValues) =>
  z.preprocess(() => parseChoices(values), schema(values));

const fieldNames = (page: { shape: object }) => Object.keys(page.shape);
const TAX_FORMS = ['w9', 'w8'];

export function affiliateSteps(conditions: AffiliateStepConditions): Record<AffiliateStepId, AffiliateStep> {
  const isLoyalty = conditions.role === 'loyalty';
  const membership = offersMembership(conditions)
    ? z.object({ purchaseMembership: membershipChoice })
    : z.object({});
  return {
    information: {
      id: 'information',
      title: 'Your Information',
      schema: withParsedChoices((values) =>
        isLoyalty
          ? affiliateInformation
          : affiliateInformation.and(membership).and(affiliateTaxForm(requiredTaxForm(values, conditions))),
      ),
      fields: [
        ...fieldNames(affiliateInformation),
        ...(isLoyalty ? [] : ['purchaseMembership', 'donate', ...TAX_FORMS]),
      ],
      summarize: summarizeAddress,
      // Only a physical card needs a valid address.
      leave: async (values, { address }) =>
        selectedMembership(values, conditions) !== null && values.requestedPhysicalCard
          ? address.confirm(values)
          : {},
      render: ({ values }, { plans, address }) => (
        <>
          <InformationPage values={values} conditions={conditions} plans={plans} />
          {address.dialog}
        </>
      ),
    },
    family: {
      id: 'family',
      title: 'Family Members',
      condition: (values) => selectedMembership(values, conditions) === 1,
      schema: affiliateFamily,
      fields: fieldNames(affiliateFamily),
      summarize: summarizeFamily,
      render: (form) => <FamilyStep form={form} />,
    },
    reference: {
      id: 'reference',
      title: 'Reference / More Information',
      condition: () => !isLoyalty,
      schema: withChosenReference(affiliateReference),
      fields: fieldNames(affiliateReference),
      summarize: ({ referenceLabel }) => referenceLabel,
      complete: (values, { reference }) => reference.complete(values),
      render: (form) => <ReferencePage form={form} role={conditions.role} />,
    },
    business: {
      id: 'business',
      title: 'Business Information',
      condition: () => isLoyalty,
      schema: withParsedChoices((values) =>
        withChosenReference(loyaltyInformation).and(affiliateTaxForm(requiredTaxForm(values, conditions))),
      ),
      fields: [...fieldNames(loyaltyInformation), ...TAX_FORMS],
      summarize: ({ businessName }) => businessName,
      complete: (values, { reference }) => reference.complete(values),
      render: (form) => <LoyaltyPage form={form} conditions={conditions} />,
    },
    payment: {
      ...paymentPage(conditions.cardNeeded, usePaymentDetails),
      condition: (values) => selectedMembership(values, conditions) !== null,
    },
  };
}

function usePaymentDetails(
  values: AffiliateValues,
  { conditions, viewer }: AffiliateContext,
): PaymentDetails {
  const utils = trpc.useUtils();
  const plan = selectedMembership(values, conditions) ?? 0;
  const cart = { plan, requestedPhysicalCard: values.requestedPhysicalCard };
  const query = trpc.affiliateSignup.quote.useQuery(
    { ...cart, discountCode: values.discountCode },
    { placeholderData: keepPreviousData },
  );
  return {
    query,
    quoteWithCode: (discountCode) => utils.affiliateSignup.quote.fetch({ ...cart, discountCode }),
    subject: 'account-membership',
    holder: holderOf(viewer, values),
  };
}

/** The value of the `completed` URL parameter if the signup had no purchase. */
const SIGNED_UP = 'signup';

interface SignupProps {
  role: AffiliateRole;
  /** The query string that opens the modal, such as '?type=friend'. */
  search: string;
  viewer: Viewer;
  onClose(): void;
}

interface SignupWizardProps extends SignupProps {
  plans: OfferedPlans;
  initial: AffiliateValues;
}

function SignupWizard({ role, search, viewer, plans, initial }: SignupWizardProps) {
  const utils = trpc.useUtils();
  const [params] = useSearchParams();
  const token = useCompletionToken();
  const reopened = trpc.affiliateSignup.reopen.useQuery(token === null ? skipToken : { token }, LOAD_ONCE);
  const join = trpc.affiliateSignup.join.useMutation();
  const { hasW9, hasW8, hasValidMembership: isMember } = viewer;
  const conditions = { role, hasW9, hasW8, isMember };
  const code = params.get('code');

  const submit = (submission: Submission<AffiliateValues>, payment: SignupPayment | null) =>
    join.mutateAsync(buildSignupInput({ ...submission, conditions, code, payment }));

  return (
    <PurchaseWizard
      draftId={draftId(role)}
      title={SIGNUP_TITLES[role]}
      initial={initial}
      secretPaths={SECRET_FIELDS}
      pages={(cardNeeded) => affiliateSteps({ ...conditions, cardNeeded })}
      context={{ conditions, viewer, plans }}
      search={search}
      completedSearch={code === null ? search : `${search}&code=${encodeURIComponent(code)}`}
      reopened={{
        query: reopened,
        values: reopened.data && {
          ...valuesFromCart(reopened.data.cart, initial),
          ...toReferenceValues(reopened.data.referrer),
        },
        startLabel: 'Sign up',
      }}
      buy={async ({ token, shownTotalCents, ...submission }) => {
        const signup = await submit(submission, { token, shownTotalCents });
        if (signup.status === 'requires_action') return signup;
        return { status: 'paid', purchaseId: signup.purchaseId ?? SIGNED_UP };
      }}
      withoutPayment={{
        applies: (values) => selectedMembership(values, conditions) === null,
        async submit(submission) {
          await submit(submission, null);
          return SIGNED_UP;
        },
        submitLabel: 'Signup',
      }}
      errorHeader={signupErrorHeader(role)}
      onPaid={() =>
        void Promise.all([
          utils.viewer.user.invalidate(),
          utils.affiliates.invalidate(),
          utils.affiliateSignup.standing.invalidate(),
          utils.memberships.invalidate(),
          utils.webinar.invalidate(),
        ])
      }
    />
  );
}

/**
 * Shows the wizard, its last page after a signup, or the reason why this account can't sign up for the role.
 */
function EligibleSignup(props: SignupProps) {
  const { role, viewer, onClose } = props;
  const [params] = useSearchParams();
  const completed = params.get('completed');
  const standing = trpc.affiliateSignup.standing.useQuery({ role }, { enabled: completed === null });
  const plans = trpc.catalog.plans.useQuery(undefined, { select: selectOfferedPlans, staleTime: 300_000 });
  const reference = useOfferedReference(viewer.id);
  const contact = useRememberedContact(completed === null);

  if (completed !== null) {
    const purchaseId = completed === SIGNED_UP ? null : completed;
    const code = params.get('code');
    return <AffiliateCompletion role={role} purchaseId={purchaseId} webinarCode={code} onClose={onClose} />;
  }
  if (
    standing.isError ||
    plans.isError ||
    !standing.data ||
    !plans.data ||
    !reference ||
    contact === undefined
  )
    return <WizardLoading queries={[standing, plans]} />;
  const { alreadySignedUp, refusal } = standing.data;
  if (alreadySignedUp) return <AffiliateCompletion role={role} purchaseId={null} onClose={onClose} />;
  if (refusal !== null) return <RefusedSignup refusal={refusal} viewer={viewer} onClose={onClose} />;
  const initial = { ...emptyAffiliate, ...contactValues(contact), ...reference };
  return <SignupWizard {...props} plans={plans.data} initial={initial} />;
}

interface AffiliateModalProps {
  opened: boolean;
  /** Null while the modal closes. */
  role: AffiliateRole | null;
  search: string;
  closePath: string;
}

export function AffiliateModal({ opened, role, search, closePath }: AffiliateModalProps) {
  return (
    <PurchaseModal
      opened={opened}
      title={role === null ? '' : SIGNUP_TITLES[role]}
      closePath={closePath}
      subject={role ?? ''}
      reason="You need an account to sign up and to see your affiliate page."
    >
      {(viewer, close) =>
        role && <EligibleSignup role={role} search={search} viewer={viewer} onClose={close} />
      }
    </PurchaseModal>
  );
}
