import { useRef, useState } from 'react';
import {
  businessPresentation,
  businessSocialMedia,
} from '#server/domains/business-plans/business-plan.schema.ts';
import type { Quote } from '#server/domains/catalog/quote.schema.ts';
import {
  type BusinessPlanInput,
  businessAgreements,
  businessInformation,
  businessPromotions,
  businessSharing,
} from '#server/domains/checkout/kinds/business-plan/business-plan.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { type Failure, isRefusal } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useCompletion } from '#web/ui/wizard/use-completion.ts';
import { Wizard } from '#web/ui/wizard/wizard.tsx';
import {
  CARD_NOT_READ,
  isOutcomeUnknown,
  type PaymentSubmission,
  useCardPayment,
} from '../use-card-payment.ts';
import { usePromoCode } from '../use-promo-code.ts';
import { useReferenceLookup } from '../use-reference-lookup.ts';
import { businessPlanPages } from './business-plan-pages.tsx';
import { withWebAddresses } from './business-plan-steps.ts';
import { type BusinessPlanValues, draftId, needsW9, SECRET_FIELDS } from './business-plan-values.ts';
import type { BusinessPlan } from './business-plans.ts';

interface BusinessPlanSubmission extends PaymentSubmission<BusinessPlanValues> {
  plan: BusinessPlan;
  viewer: Viewer;
}

/** Builds the purchase's input. Includes only fields of pages that were shown. */
export function buildBusinessPlanInput(submission: BusinessPlanSubmission): BusinessPlanInput {
  const { plan, viewer, token, shownTotalCents, idempotencyKey } = submission;
  const values = withWebAddresses(submission.values);
  const { loyalty, socialMedia, presentation, discountCode } = values;
  return {
    plan: plan.id,
    accountID: viewer.id,
    ...businessInformation.parse(values),
    ...(plan.business.asksPromotions ? businessPromotions.parse(values) : {}),
    loyalty,
    socialMedia,
    presentation,
    ...(loyalty && needsW9(values, viewer) ? businessSharing.parse(values) : {}),
    ...(socialMedia ? businessSocialMedia.parse(values) : {}),
    ...(presentation ? businessPresentation.parse(values) : {}),
    ...businessAgreements(plan.business).parse(values),
    acceptedTexts: values.acceptedTexts,
    discountCode,
    token,
    shownTotalCents,
    idempotencyKey,
  };
}

const CARD_FAILURES = new Set([CARD_NOT_READ, 'CARD_DECLINED', 'TOO_MANY_DECLINES']);

/** Replaces a failure's message where this purchase words it differently from the server. */
export function presentFailure(failure: Failure): Failure {
  if (isOutcomeUnknown(failure)) return { ...failure, message: 'Something went wrong with the payment.' };
  return CARD_FAILURES.has(failure.code)
    ? { ...failure, message: `Payment failed: ${failure.message}` }
    : failure;
}

interface BusinessPlanWizardProps {
  plan: BusinessPlan;
  viewer: Viewer;
  /** Used for fields that the draft lacks, such as secrets, and for all fields if there is no draft. */
  initial: BusinessPlanValues;
  /** Restarts the wizard with the same values and a new idempotency key. */
  onStartAgain(values: BusinessPlanValues): void;
}

export function BusinessPlanWizard({ plan, viewer, initial, onStartAgain }: BusinessPlanWizardProps) {
  const complete = useCompletion();
  const utils = trpc.useUtils();
  const card = useRef<CardHandle>(null);
  const [quote, setQuote] = useState<Quote>();
  const promo = usePromoCode();
  const reference = useReferenceLookup();
  const purchase = trpc.businessPlans.purchase.useMutation();

  async function refreshAfter({ code }: Failure) {
    // After these refetches, another page, the login, or another account's wizard may replace this one. The
    // draft survives.
    if (code === 'BUSINESS_PLAN_EXISTS') await utils.businessPlans.mine.invalidate();
    if (code === 'NOT_SIGNED_IN' || code === 'ACCOUNT_MISMATCH') await utils.viewer.user.invalidate();
    // Fetch the new price. The next press of the button accepts it.
    if (code === 'PRICE_CHANGED') await utils.businessPlans.quote.invalidate();
  }

  const payment = useCardPayment<BusinessPlanValues>({
    quote,
    card,
    buy: (submission) => purchase.mutateAsync(buildBusinessPlanInput({ ...submission, plan, viewer })),
    presentFailure,
    onProblem: refreshAfter,
    onPaid: (id) => {
      // Don't wait for the refetch: the links on the next page depend on this flag.
      utils.viewer.user.setData(undefined, (viewer) => viewer && { ...viewer, hasBusinessPlan: true });
      complete(`?plan=${plan.slug}&completed=${id}`);
      void Promise.all([
        utils.viewer.user.invalidate(),
        utils.businessPlans.invalidate(),
        utils.businesses.invalidate(),
      ]);
    },
  });

  const mayHaveBeenCharged = payment.problem !== null && !isRefusal(payment.problem);
  return (
    <Wizard
      id={draftId(plan)}
      title={`Purchase ${plan.copy.title}`}
      initial={initial}
      secretPaths={SECRET_FIELDS}
      cartOf={() => quote?.totalCents}
      pages={businessPlanPages({
        plan,
        viewer,
        cardNeeded: quote?.free !== true,
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
      labels={{ submit: mayHaveBeenCharged ? 'Try again' : 'Purchase' }}
      onSubmit={payment.submit}
    />
  );
}
