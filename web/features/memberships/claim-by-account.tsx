import { lazy, Suspense } from 'react';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { useLogout, useRefreshData } from '#web/features/accounts/use-session.ts';
import { toFailure } from '#web/lib/errors.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './claim.module.css';

/** Loaded on demand, because visitors who are logged in don't need it. */
const AuthenticationPanel = lazy(async () => ({
  default: (await import('#web/features/accounts/authentication-panel.tsx')).AuthenticationPanel,
}));

interface ClaimByAccountProps {
  isEmployeeCard: boolean;
  token: string;
}

/** Explains what claiming does, and offers the login or the claim button. */
export function ClaimByAccount({ isEmployeeCard, token }: ClaimByAccountProps) {
  const viewer = trpc.viewer.user.useQuery();
  return (
    <>
      <p>
        {isEmployeeCard
          ? 'Your company pays for this membership. Claim it to get the card in your account and on your phone.'
          : 'Claim it to get the card in your account and on your phone, where you can also see its charges and cancel it.'}
      </p>
      {viewer.isPending ? <Skeleton heights={['3rem']} /> : null}
      {viewer.data ? <ClaimButton email={viewer.data.email} token={token} /> : null}
      {viewer.data === null ? <ClaimLogin /> : null}
      {viewer.isError && viewer.data === undefined ? (
        <ErrorBox message={toFailure(viewer.error).message} onRetry={() => void viewer.refetch()} />
      ) : null}
    </>
  );
}

function ClaimLogin() {
  return (
    <section className={classes.gate} aria-labelledby="login-to-claim">
      <h2 id="login-to-claim">Login to continue</h2>
      <p>Log in to the account you want the membership in, or register.</p>
      <Suspense fallback={<Skeleton heights={['20rem']} />}>
        <AuthenticationPanel />
      </Suspense>
    </section>
  );
}

function ClaimButton({ email, token }: { email: string; token: string }) {
  const claim = trpc.claims.claim.useMutation();
  const logout = useLogout();
  const navigate = useLateNavigate();
  const refreshData = useRefreshData();

  async function onClaim() {
    const { number } = await claim.mutateAsync({ token });
    navigate(paths.membershipCard(formatMembershipNumber(number)));
    await refreshData();
  }

  const claimError = claim.error ?? logout.error;
  return (
    <>
      {claimError ? <ErrorBox message={toFailure(claimError).message} focus /> : null}
      <p className={classes.account}>
        You’re logged in as <strong>{email}</strong>.
      </p>
      <div className={layout.row}>
        <Button size="lg" busy={claim.isPending} onClick={() => onClaim().catch(() => {})}>
          Claim this membership
        </Button>
        <Button variant="quiet" busy={logout.isPending} onClick={() => logout.mutate()}>
          Use another account
        </Button>
      </div>
    </>
  );
}
