import { keepPreviousData } from '@tanstack/react-query';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { billingZip, type PaymentState, PaymentStep } from '../payment-step.tsx';
import type { AffiliateValues } from './affiliate-values.ts';

interface AffiliatePaymentPageProps {
  form: WizardForm<AffiliateValues>;
  plan: 0 | 1;
  viewer: Viewer;
  payment: PaymentState<AffiliateValues>;
}

export function AffiliatePaymentPage({ form, plan, viewer, payment }: AffiliatePaymentPageProps) {
  const utils = trpc.useUtils();
  const { values } = form;
  const cart = { plan, requestedPhysicalCard: values.requestedPhysicalCard };
  const query = trpc.affiliateSignup.quote.useQuery(
    { ...cart, discountCode: values.discountCode },
    { placeholderData: keepPreviousData },
  );
  return (
    <PaymentStep
      {...payment}
      form={form}
      query={query}
      quoteWithCode={(discountCode) => utils.affiliateSignup.quote.fetch({ ...cart, discountCode })}
      subject="account-membership"
      holder={{ name: `${viewer.firstname} ${viewer.lastname}`.trim(), zip: billingZip(values) }}
      onStartAgain={() => payment.onStartAgain(values)}
    />
  );
}
