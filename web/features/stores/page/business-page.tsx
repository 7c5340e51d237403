import { Link } from 'react-router';
import { formatPageTitle } from '#server/domains/stores/page/page-title.shared.ts';
import { NOT_FOUND_TITLE, paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { PageMeta } from '#web/ui/page/page-meta.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { Badge } from '../badge.tsx';
import { getDisplayHost } from '../display-host.ts';
import { StoreLogo } from '../store-logo.tsx';
import { formatCategories } from '../store-text.ts';
import { useCountOpened } from '../use-count-action.ts';
import classes from './business-page.module.css';
import type { BusinessPageData } from './business-page-data.ts';
import { CardHint } from './card-hint.tsx';
import { FavoriteButton } from './favorite-button.tsx';
import { PageLocations } from './page-locations.tsx';
import { PageOffers } from './page-offers.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { useResultsSearch } from './results-link.ts';
import { ShareButton } from './share-button.tsx';

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
        <div className={classes.aside}>
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
    <p className={classes.back}>
      <Link to={paths.savings(resultsSearch?.slice(1))}>
        {resultsSearch === null ? 'Find businesses' : 'Back to results'}
      </Link>
    </p>
  );
}
