import { Link } from 'react-router';
import type { Plan } from '#server/catalog/plan.schema.ts';
import { PHYSICAL_CARD_SLUG } from '#server/catalog/price.shared.ts';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/site/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import classes from './business/business-info.module.css';
import { type Term, Terms } from './business/terms.tsx';

interface MembershipTermsProps {
  /** The plan that the page is about. If omitted, the terms cover both consumer plans. */
  plan?: Plan;
}

export function MembershipTerms({ plan }: MembershipTermsProps) {
  const { data: plans } = trpc.catalog.plans.useQuery(undefined, { staleTime: 300_000 });
  const card = plans?.find(({ slug }) => slug === PHYSICAL_CARD_SLUG);
  return (
    <Terms
      title="Good to know"
      terms={[...buildPlanTerms(plan), ...buildCardTerms(card), ...GENERAL_TERMS]}
      className={classes.three}
    >
      <p className={classes.more}>
        More questions? <Link to={paths.faq()}>Read the answers</Link>
        <Link to={paths.contact()}>Write to us</Link>
      </p>
    </Terms>
  );
}

function buildPlanTerms(plan: Plan | undefined): Term[] {
  const payment = plan
    ? `${formatCents(plan.priceCents)} is charged when you buy, and again each ${plan.billingInterval}`
    : 'The price of your plan is charged when you buy, and again each month';
  return [
    { term: 'Payment', text: `${payment} until you cancel.` },
    {
      term: 'Canceling',
      text: 'In your account whenever you like; as a guest, by the link in your receipt mail. You can use your membership until its expiry date.',
    },
  ];
}

/** If the catalog is not loaded, the terms contain no price or delivery time. */
function buildCardTerms(card: Plan | undefined): Term[] {
  const price = card && formatCents(card.priceCents);
  const [deliveryWithPlan, laterDelivery] = card?.copy.points ?? [];
  return [
    {
      term: 'The physical card',
      text: price
        ? `Optional: ${price} once, if you add it to your purchase. Your first request later on is free; a replacement costs ${price}.`
        : 'Optional: you can add it to your purchase.',
    },
    {
      term: 'Delivery',
      text:
        deliveryWithPlan && laterDelivery
          ? `A card that you buy with your plan should arrive within ${deliveryWithPlan}. One that you request later is sent out within ${laterDelivery}.`
          : 'By mail, to the address that you give.',
    },
  ];
}

const GENERAL_TERMS: readonly Term[] = [
  {
    term: 'Account or guest',
    text: 'With an account, your card, your receipts and your settings are in one place. A guest gets the receipt by e-mail, and no account or app access.',
  },
  {
    term: 'Promo codes',
    text: 'Enter yours on the payment page. The order shows what it takes off before you pay.',
  },
];
