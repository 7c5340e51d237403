import { keepPreviousData } from '@tanstack/react-query';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { billingZip, type PaymentState, PaymentStep } from '../payment-step.tsx';
import type { BusinessPlanValues } from './business-plan-values.ts';
import type { BusinessPlan } from './business-plans.ts';

interface BusinessPaymentPageProps {
  form: WizardForm<BusinessPlanValues>;
  plan: BusinessPlan;
  viewer: Viewer;
  payment: PaymentState<BusinessPlanValues>;
}

export function BusinessPaymentPage({ form, plan, viewer, payment }: BusinessPaymentPageProps) {
  const utils = trpc.useUtils();
  const { values } = form;
  const query = trpc.businessPlans.quote.useQuery(
    { plan: plan.id, discountCode: values.discountCode },
    { placeholderData: keepPreviousData },
  );
  return (
    <PaymentStep
      {...payment}
      form={form}
      query={query}
      quoteWithCode={(discountCode) => utils.businessPlans.quote.fetch({ plan: plan.id, discountCode })}
      plans={[plan]}
      subject="business-plan"
      holder={{ name: `${viewer.firstname} ${viewer.lastname}`.trim(), zip: billingZip(values) }}
      onStartAgain={() => payment.onStartAgain(values)}
    />
  );
}
