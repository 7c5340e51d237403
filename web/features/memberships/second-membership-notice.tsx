import { formatDateInWords } from '#server/lib/dates.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import layout from '#web/ui/styles/layout.module.css';

interface SecondMembershipNoticeProps {
  /** True if the account has, or is about to claim, a card that a company pays for. */
  hasCompanyCard: boolean;
  /** Hides the link on the page that it leads to. */
  isOnMembershipsPage?: boolean;
}

/** Tells a member with a company's card that their own membership still renews, and how to end it. */
export function SecondMembershipNotice({
  hasCompanyCard,
  isOnMembershipsPage = false,
}: SecondMembershipNoticeProps) {
  const viewer = trpc.viewer.user.useQuery();
  const isShown = hasCompanyCard && Boolean(viewer.data);
  const { data } = trpc.memberships.mine.useQuery(undefined, { enabled: isShown });
  const own = data?.find(({ isCompanyPlan, nextChargeAt }) => !isCompanyPlan && nextChargeAt !== null);
  if (!isShown || !own?.nextChargeAt) return null;
  return (
    <Notice title={`You still pay for your own ${own.planName} membership`}>
      <div className={layout.column}>
        <p>
          Your company pays for its card. Your own membership renews on{' '}
          {formatDateInWords(new Date(own.nextChargeAt))} and charges you as before. If you don’t need both,
          cancel your own{isOnMembershipsPage ? ' below' : ' under Manage'}. You can use it until that day.
        </p>
        {isOnMembershipsPage ? null : (
          <ButtonLink to={paths.account()} variant="secondary">
            See your memberships
          </ButtonLink>
        )}
      </div>
    </Notice>
  );
}
