import { keepPreviousData } from '@tanstack/react-query';
import { countCards } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { billingZip, type PaymentState, PaymentStep } from '../payment-step.tsx';
import { withCouponField } from './corporate-order.ts';
import type { CorporateValues } from './corporate-values.ts';

interface CorporatePaymentPageProps {
  form: WizardForm<CorporateValues>;
  viewer: Viewer;
  payment: PaymentState<CorporateValues>;
}

export function CorporatePaymentPage({ form, viewer, payment }: CorporatePaymentPageProps) {
  const utils = trpc.useUtils();
  const { values } = form;
  const counts = countCards(values.employees);
  const query = trpc.corporate.quote.useQuery(
    { ...counts, coupon: values.discountCode },
    { placeholderData: keepPreviousData },
  );
  const { data, error, isPlaceholderData } = query;
  return (
    <PaymentStep
      {...payment}
      form={form}
      query={{
        data,
        isPlaceholderData,
        error: error === null ? null : withCouponField(toFailure(error)),
        refetch: query.refetch,
      }}
      quoteWithCode={(coupon) => utils.corporate.quote.fetch({ ...counts, coupon })}
      subject="corporate"
      holder={{ name: `${viewer.firstname} ${viewer.lastname}`.trim(), zip: billingZip(values) }}
      onStartAgain={() => payment.onStartAgain(values)}
    />
  );
}
