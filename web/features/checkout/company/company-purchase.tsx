import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { Link, useLocation, useSearchParams } from 'react-router';
import { countCards } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import { companyForm } from '#server/domains/memberships/company/company.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { useCompanyPlans } from '#web/features/catalog/company/use-company-plans.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { withoutStep } from '#web/ui/wizard/use-completion.ts';
import { NextStep, PurchaseCompletion, ReceiptStep } from '../completion/purchase-completion.tsx';
import { holderOf, type PaymentDetails } from '../payment-step.tsx';
import { PurchaseModal, WizardLoading } from '../purchase-modal.tsx';
import { type PurchasePage, paymentPage } from '../purchase-page.tsx';
import { withChosenReference } from '../reference-values.ts';
import { RefusedPurchase } from '../refused-purchase.tsx';
import { joinTexts, summarizeAddress } from '../summary/review-texts.ts';
import { LOAD_ONCE, PurchaseWizard } from '../use-purchase-wizard.tsx';
import { useRememberedContact } from '../use-remembered-contact.ts';
import { CompanyPage } from './company-page.tsx';
import {
  buildCompanyInput,
  buildInitialValues,
  buildPurchaseInput,
  COMPANY_ERROR_HEADER,
  type CompanyValues,
  DRAFT_ID,
  PURCHASE_ERROR_HEADER,
  presentFailure,
  valuesFromCart,
  withCouponField,
} from './company-values.ts';
import { employeesSchema } from './employees/employee-errors.ts';
import { type EmployeeValues, employeeName } from './employees/employee-values.ts';
import { EmployeesPage } from './employees/employees-page.tsx';

interface CompanyContext {
  viewer: Viewer;
  /** Registers the company before the purchase, so that staff know about it even if it never buys. */
  saveCompany(values: CompanyValues): Promise<Partial<CompanyValues>>;
}

interface CompanyStepConditions {
  /** True for owners of a business plan or trial, who may buy any number of cards. */
  minimumWaived: boolean;
  /** False if nothing is due because the promo code makes the purchase free (D25). */
  cardNeeded: boolean;
}

type CompanyStep = PurchasePage<CompanyValues, CompanyContext>;

function companySteps({
  minimumWaived,
  cardNeeded,
}: CompanyStepConditions): Record<'company' | 'employees' | 'payment', CompanyStep> {
  return {
    company: {
      id: 'company',
      title: 'Company Basic Information',
      schema: withChosenReference(companyForm),
      fields: Object.keys(companyForm.shape),
      summarize: (values) => joinTexts(values.name, summarizeAddress(values)),
      complete: (values, { reference }) => reference.complete(values),
      leave: (values, { saveCompany }) => saveCompany(values),
      errorHeader: COMPANY_ERROR_HEADER,
      render: (form) => <CompanyPage form={form} />,
    },
    employees: {
      id: 'employees',
      title: 'Employees',
      schema: ({ employees, keepsRepeated }) => employeesSchema(employees, { minimumWaived, keepsRepeated }),
      fields: ['employees', 'keepsRepeated'],
      summarize: ({ employees }) => joinTexts(...employees.map(employeeName)),
      render: ({ values, set }) => (
        <EmployeesPage
          employees={values.employees}
          minimumWaived={minimumWaived}
          keepsRepeated={values.keepsRepeated}
          companyName={values.name}
          price={<YearlyPrice employees={values.employees} />}
          onChange={(employees) => set({ employees, keepsRepeated: false })}
        />
      ),
    },
    payment: paymentPage(cardNeeded, usePaymentDetails),
  };
}

/** Shows the catalog's price, before promo codes. The quote on the payment page has the final price. */
function YearlyPrice({ employees }: { employees: readonly EmployeeValues[] }) {
  const { data: plans } = useCompanyPlans();
  if (!plans || employees.length === 0) return null;
  const { personal, family } = countCards(employees);
  return (
    <p>
      <Money cents={personal * plans.personal.priceCents + family * plans.family.priceCents} /> a year, before
      promo codes
    </p>
  );
}

function usePaymentDetails(values: CompanyValues, { viewer }: CompanyContext): PaymentDetails {
  const utils = trpc.useUtils();
  const counts = countCards(values.employees);
  const { data, isPlaceholderData, error, refetch } = trpc.corporate.quote.useQuery(
    { ...counts, coupon: values.discountCode },
    { placeholderData: keepPreviousData },
  );
  return {
    query: {
      data,
      isPlaceholderData,
      error: error === null ? null : withCouponField(toFailure(error)),
      refetch,
    },
    quoteWithCode: (coupon) => utils.corporate.quote.fetch({ ...counts, coupon }),
    subject: 'company',
    holder: holderOf(viewer, values),
  };
}

interface CompanyWizardProps {
  viewer: Viewer;
  ownCompany: RouterOutputs['corporate']['company'];
  initial: CompanyValues;
}

function CompanyWizard({ viewer, ownCompany, initial }: CompanyWizardProps) {
  const utils = trpc.useUtils();
  const { search } = useLocation();
  const token = useCompletionToken();
  const reopened = trpc.corporate.reopen.useQuery(token === null ? skipToken : { token }, LOAD_ONCE);
  const registerCompany = trpc.corporate.register.useMutation();
  const purchase = trpc.corporate.purchase.useMutation();

  async function saveCompany(values: CompanyValues): Promise<Partial<CompanyValues>> {
    await registerCompany.mutateAsync(buildCompanyInput(values));
    const code = values.code.trim().toUpperCase();
    return code === '' || values.promoEntry !== '' ? {} : { promoEntry: code, discountCode: code };
  }

  return (
    <PurchaseWizard
      draftId={DRAFT_ID}
      title="Corporate plan"
      initial={initial}
      pages={(cardNeeded) => companySteps({ minimumWaived: ownCompany.minimumWaived, cardNeeded })}
      context={{ viewer, saveCompany }}
      search="?plan=corporate"
      completedSearch={withoutStep(search)}
      reopened={{
        query: reopened,
        values: reopened.data && valuesFromCart(reopened.data.cart, ownCompany, viewer.email),
        startLabel: 'Buy corporate cards',
      }}
      buy={(submission) => purchase.mutateAsync(buildPurchaseInput(submission, viewer.id))}
      presentFailure={presentFailure}
      errorHeader={PURCHASE_ERROR_HEADER}
      labels={{ next: 'Continue', submit: 'Submit' }}
      onPaid={() => void Promise.all([utils.corporate.invalidate(), utils.memberships.invalidate()])}
    />
  );
}

/** Shown instead of the wizard if the company already has cards (D31). */
function ExistingCards() {
  const settings = trpc.content.settings.useQuery();
  const { supportPhone, supportEmail } = settings.data ?? {};
  return (
    <RefusedPurchase
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
    </RefusedPurchase>
  );
}

interface CompanyPurchaseProps {
  viewer: Viewer;
  onClose(): void;
}

function CompanyPurchase({ viewer, onClose }: CompanyPurchaseProps) {
  const [params] = useSearchParams();
  const completedPurchaseId = params.get('completed');
  const ownCompany = trpc.corporate.company.useQuery(undefined, { enabled: completedPurchaseId === null });
  const contact = useRememberedContact(completedPurchaseId === null);
  const business = trpc.businesses.mine.useQuery(undefined, { enabled: completedPurchaseId === null });

  if (completedPurchaseId !== null) {
    return (
      <PurchaseCompletion
        text="Thanks for buying the Everything Card. Your employees’ cards are ready. We’re inviting everyone with an email address, and you can print the other cards on your company page."
        onClose={onClose}
      >
        <NextStep link={<Link to={paths.company()}>Go to your company page</Link>}>
          Print cards, invite employees, and see your plan.
        </NextStep>
        <ReceiptStep purchaseId={completedPurchaseId} label="View/Print Your Receipt" />
      </PurchaseCompletion>
    );
  }
  if (ownCompany.data === undefined) return <WizardLoading queries={[ownCompany]} />;
  // The business only prefills the form, so continue even if its query failed.
  if (ownCompany.data.company === null && (business.isPending || contact === undefined))
    return <WizardLoading queries={[]} />;
  if (ownCompany.data.hasCards) return <ExistingCards />;
  const offered = { business: business.data ?? null, contact: contact ?? null };
  const initial = buildInitialValues(ownCompany.data, viewer.email, offered);
  return <CompanyWizard viewer={viewer} ownCompany={ownCompany.data} initial={initial} />;
}

interface CompanyModalProps {
  opened: boolean;
  closePath: string;
}

export function CompanyModal({ opened, closePath }: CompanyModalProps) {
  return (
    <PurchaseModal
      opened={opened}
      title="Corporate plan"
      closePath={closePath}
      subject="company"
      loginTitle="Before you can continue..."
      reason="You need an account to manage your company and its cards."
    >
      {(viewer, close) => <CompanyPurchase viewer={viewer} onClose={close} />}
    </PurchaseModal>
  );
}
