import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import type { Quote } from '#server/domains/catalog/quote.schema.ts';
import {
  type AffiliateSignupInput,
  affiliateFamily,
  affiliateInformation,
  affiliateReference,
  affiliateTaxForm,
  loyaltyInformation,
} from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { type Failure, isRefusal, toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useCompletion } from '#web/ui/wizard/use-completion.ts';
import { Wizard } from '#web/ui/wizard/wizard.tsx';
import type { Submission } from '#web/ui/wizard/wizard-page.ts';
import { useAddressQuestion } from '../address-question.tsx';
import { useCardPayment } from '../use-card-payment.ts';
import { usePromoCode } from '../use-promo-code.ts';
import { useReferenceLookup } from '../use-reference-lookup.ts';
import { affiliatePages } from './affiliate-pages.tsx';
import {
  type AffiliateStepConditions,
  parseChoices,
  requiredTaxForm,
  selectedMembership,
} from './affiliate-steps.ts';
import { type AffiliateValues, draftId, SECRET_FIELDS } from './affiliate-values.ts';
import type { OfferedPlans } from './membership-fields.tsx';
import { SIGNUP_TITLES } from './signup-roles.ts';

interface SignupSubmission {
  conditions: AffiliateStepConditions;
  values: AffiliateValues;
  /** The webinar code in the link that led to this signup. Null if there was none. */
  code: string | null;
  idempotencyKey: string;
  /** Null if no membership is bought. */
  payment: { token: string; shownTotalCents: number } | null;
}

/** Builds the signup's input. Includes only fields of pages that were shown. */
export function buildSignupInput(submission: SignupSubmission): AffiliateSignupInput {
  const { conditions, values, code, idempotencyKey, payment } = submission;
  const { role } = conditions;
  const plan = selectedMembership(values, conditions);
  return {
    role,
    ...affiliateInformation.parse(values),
    // Affiliates don't get the US person checkbox, because the W-9's certification covers it.
    ...affiliateTaxForm(requiredTaxForm(values, conditions)).parse({
      ...values,
      w9: { ...values.w9, usPerson: undefined },
    }),
    ...(role === 'loyalty'
      ? loyaltyInformation.parse(parseChoices(values))
      : { ...affiliateReference.parse(values), donate: values.donate, purchaseMembership: plan ?? 2 }),
    requestedPhysicalCard: plan !== null && values.requestedPhysicalCard,
    ...(plan === 1 ? affiliateFamily.parse(values) : {}),
    discountCode: plan === null ? null : values.discountCode,
    ...payment,
    code,
    acceptedTexts: values.acceptedTexts,
    idempotencyKey,
  };
}

export function signupErrorHeader(role: AffiliateRole): (failure: Failure) => string {
  return ({ code }) => {
    if (code === 'CARD_INVALID') return 'There was an problem';
    return role === 'friend' || role === 'influencer' ? 'There was an problem.' : 'There was an Error';
  };
}

interface AffiliateWizardProps {
  role: AffiliateRole;
  /** The query string that opens the modal, such as '?type=friend'. */
  search: string;
  viewer: Viewer;
  plans: OfferedPlans;
  /** Used for fields that the draft lacks, such as secrets, and for all fields if there is no draft. */
  initial: AffiliateValues;
  /** Restarts the wizard with the same values and a new idempotency key. */
  onStartAgain(values: AffiliateValues): void;
}

export function AffiliateWizard(props: AffiliateWizardProps) {
  const { role, search, viewer, plans, initial, onStartAgain } = props;
  const complete = useCompletion();
  const [params] = useSearchParams();
  const utils = trpc.useUtils();
  const card = useRef<CardHandle>(null);
  const [quote, setQuote] = useState<Quote>();
  const promo = usePromoCode();
  const reference = useReferenceLookup();
  const address = useAddressQuestion();
  const join = trpc.affiliateSignup.join.useMutation();

  const { hasW9, hasW8, hasValidMembership: isMember } = viewer;
  const conditions: AffiliateStepConditions = {
    role,
    hasW9,
    hasW8,
    isMember,
    cardNeeded: quote?.free !== true,
  };

  const submitSignup = (submission: Submission<AffiliateValues>, payment: SignupSubmission['payment']) =>
    join.mutateAsync(buildSignupInput({ ...submission, conditions, code: params.get('code'), payment }));

  function showCompletion(purchaseId: string | null) {
    const code = params.get('code');
    const codeParam = code === null ? '' : `&code=${encodeURIComponent(code)}`;
    const completedParam = `&completed=${purchaseId ?? SIGNED_UP}`;
    complete(search + codeParam + completedParam);
    void Promise.all([
      utils.viewer.user.invalidate(),
      utils.affiliates.invalidate(),
      utils.affiliateSignup.standing.invalidate(),
      utils.memberships.invalidate(),
      utils.webinar.invalidate(),
    ]);
  }

  async function refreshAfter({ code }: Failure) {
    // After these refetches, a message or the login may replace the wizard. The draft survives.
    if (code === 'ALREADY_SIGNED_UP') await utils.affiliateSignup.standing.invalidate();
    if (code === 'NOT_SIGNED_IN' || code === 'ACCOUNT_MISMATCH') await utils.viewer.user.invalidate();
    // Fetch the new price. The next press of the button accepts it.
    if (code === 'PRICE_CHANGED') await utils.affiliateSignup.quote.invalidate();
  }

  const payment = useCardPayment<AffiliateValues>({
    quote,
    card,
    buy: async ({ token, shownTotalCents, ...submission }) => {
      const signup = await submitSignup(submission, { token, shownTotalCents });
      if (signup.status === 'requires_action') return signup;
      return { status: 'paid', purchaseId: signup.purchaseId ?? SIGNED_UP };
    },
    presentFailure: (failure) => failure,
    onProblem: refreshAfter,
    onPaid: showCompletion,
  });

  async function submit(submission: Submission<AffiliateValues>) {
    if (selectedMembership(submission.values, conditions) !== null) return payment.submit(submission);
    try {
      await submitSignup(submission, null);
    } catch (error) {
      await refreshAfter(toFailure(error));
      throw error;
    }
    showCompletion(null);
  }

  const mayHaveBeenCharged = payment.problem !== null && !isRefusal(payment.problem);
  return (
    <Wizard
      id={draftId(role)}
      title={SIGNUP_TITLES[role]}
      initial={initial}
      secretPaths={SECRET_FIELDS}
      cartOf={(values) => (selectedMembership(values, conditions) === null ? null : quote?.totalCents)}
      pages={affiliatePages({
        conditions,
        viewer,
        plans,
        address,
        reference,
        payment: {
          promo,
          card,
          problem: payment.problem,
          onQuote: setQuote,
          onStartAgain,
          onLeave: payment.clearProblem,
        },
      })}
      labels={{
        submit: (values) => {
          if (mayHaveBeenCharged) return 'Try again';
          return selectedMembership(values, conditions) === null ? 'Signup' : 'Purchase';
        },
      }}
      errorHeader={signupErrorHeader(role)}
      onSubmit={submit}
    />
  );
}

/** The value of the `completed` URL parameter if the signup had no purchase. */
export const SIGNED_UP = 'signup';
