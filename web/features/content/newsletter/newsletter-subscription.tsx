import { skipToken } from '@tanstack/react-query';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './newsletter-subscription.module.css';

/** Unsubscribes or resubscribes with one click. The token comes from the link in the newsletter. */
export function NewsletterSubscription({ token }: { token: string | null }) {
  const utils = trpc.useUtils();
  const lookup = trpc.content.newsletterSubscription.useQuery(token === null ? skipToken : { token }, {
    retry: false,
  });
  const change = trpc.content.changeNewsletterSubscription.useMutation({
    onSuccess: (subscription, { token: usedToken }) =>
      utils.content.newsletterSubscription.setData({ token: usedToken }, subscription),
  });

  if (token === null) return <ErrorBox message="Please open this page from the link in our newsletter." />;
  if (lookup.isError) return <ErrorBox message={toFailure(lookup.error).message} />;
  if (!lookup.data) return <Skeleton heights={['3rem', '3rem']} />;

  const { email, isSubscribed } = lookup.data;
  return (
    <div className={classes.subscription}>
      {isSubscribed ? (
        <p>
          <strong>{email}</strong> gets our newsletter.
        </p>
      ) : (
        <Notice tone="success" title="You’re unsubscribed">
          <strong>{email}</strong> won’t get our newsletter anymore. You’ll still get receipts and other
          emails about your purchases.
        </Notice>
      )}
      {change.isError ? <ErrorBox message={toFailure(change.error).message} /> : null}
      <Button
        variant={isSubscribed ? 'primary' : 'secondary'}
        busy={change.isPending}
        onClick={() => change.mutate({ token, isSubscribed: !isSubscribed })}
      >
        {isSubscribed ? 'Unsubscribe' : 'Subscribe again'}
      </Button>
    </div>
  );
}
