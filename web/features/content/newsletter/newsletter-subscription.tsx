import { skipToken } from '@tanstack/react-query';
import { useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './newsletter-subscription.module.css';

const LISTS = {
  newsletter: { name: 'our newsletter', rest: 'receipts and other emails about your purchases' },
  'renewal-receipts': {
    name: 'a receipt for each renewal',
    rest: 'emails about failed payments, refunds, and changes',
  },
} as const;

/**
 * Unsubscribes or resubscribes with one click. The token comes from the link in the newsletter or in a renewal's
 * receipt, or in the email that asks to confirm a subscription.
 */
export function NewsletterSubscription({ token }: { token: string | null }) {
  const utils = trpc.useUtils();
  const [isChanged, setIsChanged] = useState(false);
  const lookup = trpc.content.newsletterSubscription.useQuery(token === null ? skipToken : { token }, {
    retry: false,
  });
  const change = trpc.content.changeNewsletterSubscription.useMutation({
    onSuccess: (subscription, { token: usedToken }) => {
      setIsChanged(true);
      utils.content.newsletterSubscription.setData({ token: usedToken }, subscription);
    },
  });

  if (token === null) return <ErrorBox message="Please open this page from the link in our email." />;
  if (lookup.isError) return <ErrorBox message={toFailure(lookup.error).message} />;
  if (!lookup.data) return <Skeleton heights={['3rem', '3rem']} />;

  const { list, email, isSubscribed } = lookup.data;
  const { name, rest } = LISTS[list];
  return (
    <div className={classes.subscription}>
      {isChanged ? (
        <Notice tone="success" title={isSubscribed ? 'You’re subscribed' : 'You’re unsubscribed'}>
          <strong>{email}</strong>{' '}
          {isSubscribed ? `gets ${name}.` : `won’t get ${name} anymore. You’ll still get ${rest}.`}
        </Notice>
      ) : (
        <p>
          <strong>{email}</strong> {isSubscribed ? 'gets' : 'doesn’t get'} {name}.
        </p>
      )}
      {change.isError ? <ErrorBox message={toFailure(change.error).message} /> : null}
      <Button
        variant={isChanged ? 'secondary' : 'primary'}
        busy={change.isPending}
        onClick={() => change.mutate({ token, isSubscribed: !isSubscribed })}
      >
        {isSubscribed ? 'Unsubscribe' : 'Subscribe again'}
      </Button>
    </div>
  );
}
