import { skipToken } from '@tanstack/react-query';
import { formatCardDate } from '#server/lib/dates.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { formatPersonName } from '#server/lib/same-person.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { MembershipCard } from '#web/ui/membership-card/membership-card.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './claim.module.css';
import { ClaimByAccount } from './claim-by-account.tsx';
import { SecondMembershipNotice } from './second-membership-notice.tsx';

type Claimable = RouterOutputs['claims']['find'];

/** Adds the membership that an emailed link names to the visitor's account. */
export function Claim({ token }: { token: string | null }) {
  const claim = trpc.claims.find.useQuery(token === null ? skipToken : { token });
  if (token === null) {
    return (
      <div className={classes.claim}>
        <Notice title="Open this page from the link in your email">
          The link is in your receipt or in the invitation from your company.
        </Notice>
        <ButtonLink to={paths.account()}>See your memberships</ButtonLink>
      </div>
    );
  }
  if (claim.data) {
    // Show the card only if it can be claimed, or if this account has claimed it.
    const isClaimable = claim.data.state === 'open' || claim.data.state === 'yours';
    return (
      <div className={classes.claim}>
        {isClaimable ? <ClaimableCard membership={claim.data} /> : null}
        {isClaimable ? <SecondMembershipNotice hasCompanyCard={claim.data.isEmployeeCard} /> : null}
        <ClaimOutcome membership={claim.data} token={token} />
      </div>
    );
  }
  if (claim.isPending) return <Skeleton heights={['14rem', '6rem']} />;
  const { code, message } = toFailure(claim.error);
  if (code === 'CLAIM_LINK_INVALID') return <ErrorBox message={message} />;
  return <ErrorBox message={message} onRetry={() => void claim.refetch()} />;
}

function ClaimableCard({
  membership: { firstname, lastname, planName, companyName, number, expiresAt },
}: {
  membership: Claimable;
}) {
  return (
    <div className={classes.card}>
      <MembershipCard
        holder={formatPersonName({ firstname, lastname })}
        plan={planName}
        company={companyName}
        membershipNumber={formatMembershipNumber(number)}
        expires={formatCardDate(new Date(expiresAt))}
      />
    </div>
  );
}

function ClaimOutcome({ membership, token }: { membership: Claimable; token: string }) {
  switch (membership.state) {
    case 'open':
      return <ClaimByAccount isEmployeeCard={membership.isEmployeeCard} token={token} />;
    case 'yours':
      return (
        <>
          <Notice tone="success" title="This membership is in your account">
            You’ll find it with your memberships whenever you log in.
          </Notice>
          <ButtonLink to={paths.membershipCard(formatMembershipNumber(membership.number))}>
            View Membership Card
          </ButtonLink>
        </>
      );
    case 'taken':
      return (
        <>
          <Notice title="This membership was already claimed">
            Each membership can be claimed once. If that was you, log in to the account you claimed it with.
            If not, please contact customer support.
          </Notice>
          <ButtonLink to={paths.account()}>See your memberships</ButtonLink>
        </>
      );
    case 'over':
      return (
        <Notice title="This membership has ended">
          It ended or was replaced by another card, so you can’t claim it anymore.
        </Notice>
      );
  }
}
