import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { RECENT_CHECK } from './recent-check.ts';
import { StatusBanner } from './status-banner.tsx';
import classes from './verification.module.css';
import { VerificationResult } from './verification-result.tsx';
import { formatTypedNumber } from './verify-search.tsx';

export function Verification({ number }: { number: string }) {
  const verification = trpc.verification.find.useQuery({ number }, RECENT_CHECK);
  return (
    <section aria-label="Verification" aria-busy={verification.isPending}>
      <p className={classes.subject}>
        Verifying Membership # <span className={classes.number}>{formatTypedNumber(number)}</span>
      </p>
      {verification.isPending ? <Skeleton heights={['11rem', '9rem']} /> : null}
      {verification.isError ? (
        <ErrorBox
          message={toFailure(verification.error).message}
          onRetry={() => void verification.refetch()}
        />
      ) : null}
      <div aria-live="polite">
        {verification.data ? <VerificationResult membership={verification.data} /> : null}
        {verification.data === null ? <NotFound /> : null}
      </div>
    </section>
  );
}

function NotFound() {
  return (
    <div className={layout.card}>
      <StatusBanner kind="unknown" word="No Membership Found">
        Please check the ID on the card: 12 letters and digits, in three groups of four.
      </StatusBanner>
    </div>
  );
}
