import { Link, useLocation } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { withLogin } from '#web/features/accounts/login-address.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import classes from '../search/results/result-item.module.css';
import type { FoundStore } from '../search/use-savings.ts';
import { withPromotions } from './promotions-address.ts';

const LOGIN_LABEL = 'Login to check Promotions';

interface PromotionsLinkProps {
  store: FoundStore;
  nameId: string;
}

/** Links to a store's promotions, to the login, or to the plans, depending on what the visitor may see. */
export function PromotionsLink({ store, nameId }: PromotionsLinkProps) {
  const location = useLocation();
  const viewer = trpc.viewer.user.useQuery();
  const { promotionsCount, promotionsDisabled } = store;
  if (promotionsCount === 0) return <p className={classes.none}>No promotions right now</p>;

  const isMissingMembership = promotionsDisabled && Boolean(viewer.data);
  const target = isMissingMembership
    ? { to: paths.pricing() }
    : {
        to: promotionsDisabled ? withLogin(location) : withPromotions(location.search, store.id),
        state: opensModal,
      };
  return (
    <>
      {/* One link for all states, so that focus returns to it after a login. */}
      <ButtonLink
        {...target}
        variant={promotionsDisabled ? 'secondary' : 'primary'}
        aria-describedby={nameId}
      >
        {promotionsDisabled ? LOGIN_LABEL : `View promotions (${promotionsCount})`}
      </ButtonLink>
      {isMissingMembership ? (
        <Link to={paths.pricing()} className={classes.join}>
          Get a membership
        </Link>
      ) : null}
    </>
  );
}
