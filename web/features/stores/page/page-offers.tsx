import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { withLogin } from '#web/features/accounts/login-address.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
// The server-rendered HTML needs these styles, but the components that use them load on demand.
import '#web/ui/published-text.module.css';
import '../offers/offer.module.css';
import '../promotions/promotions-drawer.module.css';
import { useCountAction } from '../use-count-action.ts';
import classes from './business-page.module.css';
import type { BusinessPageData } from './business-page-data.ts';

const PromotionItem = lazy(async () => ({
  default: (await import('../promotions/promotion-item.tsx')).PromotionItem,
}));

export function PageOffers({ page }: { page: BusinessPageData }) {
  const { slug, promotions, promotionsCount, promotionsDisabled } = page;
  const countAction = useCountAction(slug);
  return (
    <section aria-labelledby="business-offers">
      <h2 id="business-offers">What members save</h2>
      {promotionsCount === 0 ? <p className={classes.kinds}>No promotions right now</p> : null}
      {promotionsCount > 0 && promotionsDisabled ? <HiddenOffers count={promotionsCount} /> : null}
      {promotions.length === 0 ? null : (
        <ul className={classes.offers}>
          <Suspense>
            {promotions.map((promotion) => (
              <PromotionItem
                key={promotion.id}
                promotion={promotion}
                onCodeCopied={() => countAction('copied')}
              />
            ))}
          </Suspense>
        </ul>
      )}
    </section>
  );
}

/** For members-only offers, the server sends only how many there are. */
function HiddenOffers({ count }: { count: number }) {
  const location = useLocation();
  const viewer = trpc.viewer.user.useQuery();
  return (
    <div className={classes.hidden}>
      <p>{count === 1 ? 'Members see this offer.' : `Members see these ${count} offers.`}</p>
      <div className={classes.actions}>
        <ButtonLink to={paths.pricing()}>Get a membership</ButtonLink>
        {viewer.data ? null : (
          <ButtonLink to={withLogin(location)} state={opensModal} variant="secondary">
            Login
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
