import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { formatPageTitle } from '#server/domains/stores/page/page-title.shared.ts';
import { NOT_FOUND_TITLE, paths } from '#server/lib/pages.shared.ts';
import { withLogin } from '#web/features/accounts/login-address.ts';
import { toFailure } from '#web/lib/errors.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useBrowserValue } from '#web/lib/use-browser-value.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CopyLink } from '#web/ui/copy-link.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { PageMeta } from '#web/ui/page/page-meta.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { Badge } from '../badge.tsx';
import { getDisplayHost } from '../display-host.ts';
import { StoreLogo } from '../store-logo.tsx';
import { formatCategories } from '../store-text.ts';
import { useCountAction, useCountOpened } from '../use-count-action.ts';
import classes from './business-page.module.css';
import type { BusinessPageData } from './business-page-data.ts';
import { FavoriteButton } from './favorite-button.tsx';
import { PageLocations } from './page-locations.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import '#web/ui/published-text.module.css';
import '../offers/offer.module.css';
import '../promotions/promotions-drawer.module.css';

// The server-rendered HTML needs these styles, but the components that use them load on demand.

const PromotionItem = lazy(async () => ({
  default: (await import('../promotions/promotion-item.tsx')).PromotionItem,
}));

function PageOffers({ page }: { page: BusinessPageData }) {
  const { slug, promotions, promotionsCount, promotionsDisabled } = page;
  const countAction = useCountAction(slug);
  return (
    <section aria-labelledby="business-offers">
      <h2 id="business-offers">What members save</h2>
      {promotionsCount === 0 ? <p className={classes.kinds}>No promotions right now</p> : null}
      {promotionsCount > 0 && promotionsDisabled ? <HiddenOffers count={promotionsCount} /> : null}
      {promotions.length === 0 ? null : (
        <ul className={layout.list}>
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

const canShare = () => 'share' in navigator;

/** Opens the device's share menu. If there is none, copies the link. */
function ShareButton({ page: { name, slug } }: { page: BusinessPageData }) {
  const hasMenu = useBrowserValue(canShare, false);
  const link = () => new URL(paths.store(slug), window.location.href).href;
  if (!hasMenu) {
    return (
      <div>
        <CopyLink link={link} targetName={name} variant="secondary" />
      </div>
    );
  }
  // If the visitor closes the menu without a choice, the promise rejects.
  const share = () => navigator.share({ title: name, url: link() }).catch(() => undefined);
  return (
    <Button variant="secondary" onClick={() => void share()}>
      Share
    </Button>
  );
}

/** Explains how members save here, and how the business checks a card. */
function CardHint() {
  const viewer = trpc.viewer.user.useQuery();
  return (
    <section aria-labelledby="card-hint" className={`${layout.sunkenCard} ${classes.card}`}>
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

/**
 * Returns the query string of the search that the visitor came from, such as '?zip=80202'. The links in
 * search results store it in the history state. Returns null for other visitors, and until hydration, because
 * the server doesn't know it.
 */
function useResultsSearch(): string | null {
  const { state } = useLocation();
  const isHydrated = useBrowserValue(() => true, false);
  const isKnown = typeof state === 'object' && state !== null && 'resultsSearch' in state;
  return isHydrated && isKnown && typeof state.resultsSearch === 'string' ? state.resultsSearch : null;
}

interface BusinessPageProps {
  slug: string;
  /** The location that the visitor chose in the search. */
  locationId: string | null;
}

export function BusinessPage(input: BusinessPageProps) {
  const page = trpc.savings.business.useQuery(input, {
    // If the server's HTML contains a failure, show it instead of requesting again.
    retryOnMount: ({ state }) => state.errorUpdateCount > 0,
  });
  if (page.isPending) return <Skeleton heights={['3rem', '1.5rem', '24rem']} />;
  if (page.data !== undefined) return <ListedBusiness page={page.data} />;
  const failure = toFailure(page.error);
  // The server returns INVALID_INPUT for a slug that is too long.
  if (failure.code !== 'NOT_FOUND' && failure.code !== 'INVALID_INPUT') {
    return <ErrorBox message={failure.message} onRetry={() => void page.refetch()} />;
  }
  return (
    <>
      <PageMeta title={NOT_FOUND_TITLE} noindex />
      <PageHeader title={NOT_FOUND_TITLE} />
      <EmptyState
        title="This business isn’t listed"
        action={<ButtonLink to={paths.savings()}>Find businesses</ButtonLink>}
      >
        It may have left, or the link may be incomplete.
      </EmptyState>
    </>
  );
}

function ListedBusiness({ page }: { page: BusinessPageData }) {
  const { id, slug, name, logo, url, description, photos, isPremier, isNational } = page;
  const host = url === null ? null : getDisplayHost(url);
  useCountOpened(slug);
  return (
    <article>
      <PageMeta title={formatPageTitle(page)} />
      <ResultsLink />
      <div className={classes.header}>
        <StoreLogo key={logo} name={name} logo={logo} />
        <div className={classes.title}>
          <h1 tabIndex={-1}>{name}</h1>
          <p className={classes.kinds}>{formatCategories(page)}</p>
          {isPremier || isNational ? (
            <p className={classes.marks}>
              {isPremier ? <Badge tone="premier">Premier</Badge> : null}
              {isNational ? <Badge>National</Badge> : null}
            </p>
          ) : null}
        </div>
      </div>
      <div className={classes.actions}>
        <FavoriteButton key={id} page={page} />
        <ShareButton page={page} />
        {url === null || host === null ? null : (
          <ButtonLink to={url} target="_blank" rel="noopener" variant="quiet">
            {host}
          </ButtonLink>
        )}
      </div>
      <div className={classes.columns}>
        <div className={classes.main}>
          <PageOffers page={page} />
          {description === null ? null : (
            <section aria-labelledby="about-business">
              <h2 id="about-business">About {name}</h2>
              <p className={classes.description}>{description}</p>
            </section>
          )}
          {photos.length === 0 ? null : <PhotoGrid name={name} photos={photos} />}
        </div>
        <div className={`${layout.column} ${classes.aside}`}>
          <PageLocations page={page} />
          <CardHint />
        </div>
      </div>
    </article>
  );
}

function ResultsLink() {
  const resultsSearch = useResultsSearch();
  return (
    <p className={`${layout.touchLinks} ${classes.back}`}>
      <Link to={paths.savings(resultsSearch?.slice(1))}>
        {resultsSearch === null ? 'Find businesses' : 'Back to results'}
      </Link>
    </p>
  );
}
