import { Link } from 'react-router';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { PHYSICAL_CARD_SLUG } from '#server/domains/catalog/price.shared.ts';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/lib/pages.shared.ts';
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
        More questions? <Link to={paths.faq()}>Read the FAQ</Link>
        <Link to={paths.contact()}>Write to us</Link>
      </p>
    </Terms>
  );
}

function buildPlanTerms(plan: Plan | undefined): Term[] {
  const payment = plan
    ? `${formatCents(plan.priceCents)} when you buy, and again each ${plan.billingInterval}`
    : 'You pay the price of your plan when you buy, and again each month';
  return [
    { term: 'Payment', text: `${payment} until you cancel.` },
    {
      term: 'Canceling',
      text: 'Cancel any time in your account or, if you bought as a guest, with the link in your receipt email. You can use your membership until its expiration date.',
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
        ? `Optional. It costs ${price} if you add it to your purchase. Your first request after that is free, and a replacement costs ${price}.`
        : 'Optional. You can add it to your purchase.',
    },
    {
      term: 'Delivery',
      text:
        deliveryWithPlan && laterDelivery
          ? `A card you buy with your plan should arrive within ${deliveryWithPlan}. If you request one later, we send it out within ${laterDelivery}.`
          : 'By mail, to the address you give us.',
    },
  ];
}

const GENERAL_TERMS: readonly Term[] = [
  {
    term: 'Account or guest',
    text: 'With an account, your card, receipts, and settings are in one place. Guests get a receipt by email, but no account or app access.',
  },
  {
    term: 'Promo codes',
    text: 'Enter your code on the payment page. You’ll see the discount before you pay.',
  },
];
