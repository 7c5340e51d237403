import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import {
  businessPresentation,
  businessSocialMedia,
} from '#server/domains/business-plans/business-plan.schema.ts';
import type { BusinessTerms } from '#server/domains/catalog/plan.schema.ts';
import {
  businessAgreements,
  businessInformation,
  businessOptIns,
  businessPromotions,
  businessSharing,
} from '#server/domains/checkout/kinds/business-plan/business-plan.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { BackofficeLink } from '#web/features/accounts/backoffice-link.tsx';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { NextStep, PurchaseCompletion, ReceiptStep } from '../completion/purchase-completion.tsx';
import { holderOf, type PaymentDetails } from '../payment-step.tsx';
import { PurchaseModal, WizardLoading } from '../purchase-modal.tsx';
import { type PurchasePage, paymentPage } from '../purchase-page.tsx';
import { toReferenceValues, withChosenReference } from '../reference-values.ts';
import { RefusedPurchase } from '../refused-purchase.tsx';
import { joinTexts, summarizeAddress } from '../summary/review-texts.ts';
import { LOAD_ONCE, PurchaseWizard } from '../use-purchase-wizard.tsx';
import { contactValues, useRememberedContact } from '../use-remembered-contact.ts';
import { AgreementsPage } from './agreements-page.tsx';
import {
  type BusinessPlanValues,
  buildBusinessPlanInput,
  draftId,
  emptyBusinessPlan,
  needsW9,
  presentFailure,
  SECRET_FIELDS,
  valuesFromCart,
  valuesFromListing,
} from './business-plan-values.ts';
import type { BusinessPlan } from './business-plans.ts';
import { InformationPage } from './information-page.tsx';
import { OptInsPage, PresentationPage, SocialMediaPage } from './program-pages.tsx';
import { PromotionsPage } from './promotions-page.tsx';
import { SharingPage } from './sharing-page.tsx';

export interface BusinessPlanStepConditions {
  terms: BusinessTerms;
  hasW9: boolean;
  /** False if nothing is due because the promo code makes the plan free (D25). */
  cardNeeded: boolean;
}

interface BusinessPlanContext {
  plan: BusinessPlan;
  viewer: Viewer;
}

export type BusinessPlanStep = PurchasePage<BusinessPlanValues, BusinessPlanContext>;
export type BusinessPlanStepId =
  | 'information'
  | 'promotions'
  | 'opt-ins'
  | 'sharing'
  | 'social-media'
  | 'presentation'
  | 'agreements'
  | 'payment';

const fieldNames = (page: { shape: object }) => Object.keys(page.shape);

export function businessPlanSteps(
  conditions: BusinessPlanStepConditions,
): Record<BusinessPlanStepId, BusinessPlanStep> {
  const { terms, hasW9, cardNeeded } = conditions;
  const agreements = businessAgreements(terms);
  return {
    information: {
      id: 'information',
      title: 'Basic Information',
      schema: withChosenReference(businessInformation),
      fields: fieldNames(businessInformation),
      summarize: (values) => joinTexts(values.businessname, summarizeAddress(values)),
      complete: (values, { reference }) => reference.complete(values),
      render: (form) => <InformationPage form={form} />,
    },
    promotions: {
      id: 'promotions',
      title: 'Promotions',
      condition: () => terms.asksPromotions,
      schema: businessPromotions,
      fields: fieldNames(businessPromotions),
      summarize: ({ promotions }) => joinTexts(...promotions.map(({ headline, info }) => headline || info)),
      render: (form) => <PromotionsPage form={form} />,
    },
    'opt-ins': {
      id: 'opt-ins',
      title: 'Business Opt-ins',
      condition: () => terms.asksOptIns,
      schema: businessOptIns,
      fields: fieldNames(businessOptIns),
      render: () => <OptInsPage />,
    },
    sharing: {
      id: 'sharing',
      title: 'Sharing Program',
      condition: ({ loyalty }) => loyalty,
      schema: ({ entersW9 }) => (hasW9 && !entersW9 ? z.object({}) : businessSharing),
      fields: fieldNames(businessSharing),
      summarize: (values, { viewer }) =>
        needsW9(values, viewer) ? values.w9.legalNameOfBusiness : 'W-9 on file',
      render: (form, { viewer }) => <SharingPage form={form} viewer={viewer} />,
    },
    'social-media': {
      id: 'social-media',
      title: 'Social Media Information',
      condition: ({ socialMedia }) => socialMedia,
      schema: businessSocialMedia,
      fields: fieldNames(businessSocialMedia),
      summarize: ({ facebook, instagram, twitter, snapchat, pinterest, linkedin }) =>
        joinTexts(facebook, instagram, twitter, snapchat, pinterest, linkedin) || 'No accounts added',
      render: () => <SocialMediaPage />,
    },
    presentation: {
      id: 'presentation',
      title: 'Presentation Information',
      condition: ({ presentation }) => presentation,
      schema: businessPresentation,
      fields: fieldNames(businessPresentation),
      summarize: ({ presentationContactName, presentationContactEmail }) =>
        joinTexts(presentationContactName, presentationContactEmail),
      render: () => <PresentationPage />,
    },
    agreements: {
      id: 'agreements',
      title: 'Agreements',
      schema: agreements,
      fields: fieldNames(agreements),
      render: () => <AgreementsPage agreements={terms.agreements} />,
    },
    payment: paymentPage(cardNeeded, usePaymentDetails),
  };
}

function usePaymentDetails(
  values: BusinessPlanValues,
  { plan, viewer }: BusinessPlanContext,
): PaymentDetails {
  const utils = trpc.useUtils();
  const query = trpc.businessPlans.quote.useQuery(
    { plan: plan.id, discountCode: values.discountCode },
    { placeholderData: keepPreviousData },
  );
  return {
    query,
    quoteWithCode: (discountCode) => utils.businessPlans.quote.fetch({ plan: plan.id, discountCode }),
    plans: [plan],
    subject: 'business-plan',
    holder: holderOf(viewer, values),
  };
}

function BusinessPlanWizard({
  plan,
  viewer,
  initial,
}: BusinessPlanContext & { initial: BusinessPlanValues }) {
  const utils = trpc.useUtils();
  const token = useCompletionToken();
  const reopened = trpc.businessPlans.reopen.useQuery(token === null ? skipToken : { token }, LOAD_ONCE);
  const purchase = trpc.businessPlans.purchase.useMutation();
  return (
    <PurchaseWizard
      draftId={draftId(plan)}
      title={`Purchase ${plan.copy.title}`}
      initial={initial}
      secretPaths={SECRET_FIELDS}
      pages={(cardNeeded) => businessPlanSteps({ terms: plan.business, hasW9: viewer.hasW9, cardNeeded })}
      context={{ plan, viewer }}
      search={`?plan=${plan.slug}`}
      reopened={{
        query: reopened,
        values: reopened.data && {
          ...valuesFromCart(plan, reopened.data.cart),
          ...toReferenceValues(reopened.data.referrer),
        },
        startLabel: 'Purchase the plan',
      }}
      buy={(submission) => purchase.mutateAsync(buildBusinessPlanInput({ ...submission, plan, viewer }))}
      presentFailure={presentFailure}
      onPaid={() => {
        // Don't wait for the refetch: the links on the next page depend on this flag.
        utils.viewer.user.setData(undefined, (viewer) => viewer && { ...viewer, hasBusinessPlan: true });
        void Promise.all([
          utils.viewer.user.invalidate(),
          utils.businessPlans.invalidate(),
          utils.businesses.invalidate(),
        ]);
      }}
    />
  );
}

interface BusinessPlanPurchaseProps {
  plan: BusinessPlan;
  onClose(): void;
}

type OwnPlan = RouterOutputs['businessPlans']['mine'];

/** A trial or an ended plan doesn't prevent a purchase (D15). */
function blocksPurchase(plan: OwnPlan): plan is NonNullable<OwnPlan> {
  return plan !== null && plan.kind !== 'trial' && plan.state !== 'ended';
}

function Purchase({ plan, viewer, onClose }: BusinessPlanPurchaseProps & { viewer: Viewer }) {
  const [params] = useSearchParams();
  const completedPurchaseId = params.get('completed');
  const ownPlan = trpc.businessPlans.mine.useQuery(undefined, { enabled: completedPurchaseId === null });
  const contact = useRememberedContact(completedPurchaseId === null);
  const listing = trpc.businesses.mine.useQuery(undefined, { enabled: completedPurchaseId === null });

  if (completedPurchaseId !== null) {
    return (
      <PurchaseCompletion text="Your business is now in the savings search." onClose={onClose}>
        <NextStep link={<BackofficeLink>Go to the Backoffice</BackofficeLink>}>
          Your listing, your promotions, and your plan.
        </NextStep>
        <ReceiptStep purchaseId={completedPurchaseId} label="View Receipt" />
      </PurchaseCompletion>
    );
  }
  // The listing and the contact only prefill the form, so continue even if their queries failed.
  if (ownPlan.data === undefined || contact === undefined || listing.isPending)
    return <WizardLoading queries={[ownPlan]} />;
  if (blocksPurchase(ownPlan.data)) {
    return (
      <RefusedPurchase
        title="Manage your Business Plan"
        action={
          <div className={layout.centeredRow}>
            <ButtonLink to={paths.business()}>Manage your plan</ButtonLink>
            <BackofficeLink variant="secondary">Go to the Backoffice</BackofficeLink>
          </div>
        }
      >
        You already have the {ownPlan.data.planName}. You can see its charges and receipts, change your
        listing and promotions, or cancel it.
      </RefusedPurchase>
    );
  }
  const initial = {
    ...emptyBusinessPlan(plan),
    ...contactValues(contact),
    ...valuesFromListing(listing.data ?? null),
  };
  return <BusinessPlanWizard plan={plan} viewer={viewer} initial={initial} />;
}

interface BusinessPlanModalProps {
  opened: boolean;
  /** Null while the modal closes. */
  plan: BusinessPlan | null;
  closePath: string;
}

export function BusinessPlanModal({ opened, plan, closePath }: BusinessPlanModalProps) {
  return (
    <PurchaseModal
      opened={opened}
      title={plan === null ? '' : `Purchase ${plan.copy.title}`}
      closePath={closePath}
      subject={plan?.slug ?? ''}
      reason="You need an account for your plan and your listing."
    >
      {(viewer, close) => plan && <Purchase plan={plan} viewer={viewer} onClose={close} />}
    </PurchaseModal>
  );
}
