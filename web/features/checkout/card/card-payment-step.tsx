import { keepPreviousData } from '@tanstack/react-query';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { cardPlan } from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { billingZip, type PaymentState, PaymentStep } from '../payment-step.tsx';
import type { CardPurchaseValues } from './card-purchase-values.ts';

interface CardPaymentStepProps {
  form: WizardForm<CardPurchaseValues>;
  plan: Plan;
  payment: PaymentState<CardPurchaseValues>;
}

export function CardPaymentStep({ form, plan, payment }: CardPaymentStepProps) {
  const utils = trpc.useUtils();
  const { values } = form;
  const cart = { plan: cardPlan.parse(plan.id), requestedPhysicalCard: values.requestedPhysicalCard };
  const query = trpc.checkout.quote.useQuery(
    { ...cart, discountCode: values.discountCode },
    { placeholderData: keepPreviousData },
  );
  return (
    <PaymentStep
      {...payment}
      form={form}
      query={query}
      quoteWithCode={(discountCode) => utils.checkout.quote.fetch({ ...cart, discountCode })}
      plans={[plan]}
      subject={values.buyer === 'account' ? 'account-membership' : 'guest-membership'}
      holder={{ name: `${values.firstname} ${values.lastname}`.trim(), zip: billingZip(values) }}
      onStartAgain={() => payment.onStartAgain(values)}
    />
  );
}
