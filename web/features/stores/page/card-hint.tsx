import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import classes from './business-page.module.css';

/** Explains how members save here, and how the business checks a card. */
export function CardHint() {
  const viewer = trpc.viewer.user.useQuery();
  return (
    <section aria-labelledby="card-hint" className={classes.card}>
      <h2 id="card-hint">Show your card at checkout</h2>
      {viewer.data?.hasValidMembership ? (
        <p>
          <Link to={paths.account()}>Open your card</Link> on your phone and show it before you pay.
        </p>
      ) : (
        <p>
          Members show their Everything Card before they pay.{' '}
          <Link to={paths.pricing()}>Get a membership</Link>
        </p>
      )}
      <p className={classes.small}>
        Do you work here? <Link to={paths.verify()}>Verify a card</Link>
      </p>
    </section>
  );
}
