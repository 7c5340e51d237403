import { useQuery } from '@tanstack/react-query';
import { lazy, type Ref, Suspense } from 'react';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { CardHandle } from './card-form.tsx';
import { loadStripeClient } from './stripe-loader.ts';
import classes from './test-cards.module.css';

const CARDS = [
  { number: '4242 4242 4242 4242', effect: 'is accepted' },
  { number: '4000 0000 0000 0002', effect: 'is declined' },
  { number: '4000 0027 6000 3184', effect: 'asks the bank (3-D Secure)' },
];

/** Shown only with the payment sandbox (D45). */
function TestCards() {
  return (
    <details className={classes.box}>
      <summary>This is a sandbox: no money moves</summary>
      <p>Use one of these test cards with any future date, any security code, and any ZIP code.</p>
      <ul className={classes.cards}>
        {CARDS.map(({ number, effect }) => (
          <li key={number}>
            <code>{number}</code> {effect}
          </li>
        ))}
      </ul>
    </details>
  );
}

// Only pages with a card form load this.
const CardForm = lazy(async () => ({ default: (await import('./card-form.tsx')).CardForm }));

const PLACEHOLDER = <Skeleton heights={['4.25rem', '4.25rem', '4.25rem', '4.25rem']} />;

/** Shows the card fields once Stripe's library has loaded. */
export function PaymentCard({ ref }: { ref: Ref<CardHandle> }) {
  const setup = trpc.checkout.paymentSetup.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const stripe = useQuery({
    queryKey: ['stripe', setup.data],
    queryFn: () => (setup.data === undefined ? null : loadStripeClient(setup.data)),
    enabled: setup.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    // React Query would compare the Stripe object deeply, but it isn't plain data.
    structuralSharing: false,
  });

  if (setup.isError || stripe.isError) {
    return (
      <ErrorBox
        message="We couldn’t load the card fields. You weren’t charged."
        onRetry={() => void (setup.isError ? setup.refetch() : stripe.refetch())}
      />
    );
  }
  if (!setup.data || !stripe.data) return PLACEHOLDER;
  return (
    <Suspense fallback={PLACEHOLDER}>
      {setup.data.provider === 'sandbox' ? <TestCards /> : null}
      <CardForm stripe={stripe.data} ref={ref} />
    </Suspense>
  );
}
