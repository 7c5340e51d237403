import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { formatMiles, formatPlaceName } from '../store-text.ts';
import { Offer } from './offer.tsx';
import classes from './offers-near.module.css';
import { SavingsCalculator } from './savings-calculator.tsx';
import { ZipForm } from './zip-form.tsx';

type NearbyOffers = RouterOutputs['savings']['offersNear'];

/** Kept in sessionStorage, so that a reload and the next page in this tab show the same place. */
const ZIP_KEY = 'offers-zip';
const FIRST_BUSINESSES = 6;
/** About the height of a business with one offer. */
const BUSINESS_HEIGHT = '7.5rem';

export function OffersNear({ hasCalculator }: { hasCalculator: boolean }) {
  const [zip, setZip] = useState(() => sessionStorage.getItem(ZIP_KEY) ?? '');
  const offers = trpc.savings.offersNear.useQuery(
    { zip },
    { enabled: zip !== '', placeholderData: keepPreviousData, networkMode: 'always' },
  );
  const failure = offers.isError ? toFailure(offers.error) : null;
  const zipError = failure?.fieldErrors.zip;

  function choose(newZip: string) {
    sessionStorage.setItem(ZIP_KEY, newZip);
    setZip(newZip);
  }

  return (
    <>
      <ZipForm zip={zip} serverError={zipError} busy={offers.isFetching} onChoose={choose} />
      {failure === null || zipError !== undefined ? null : (
        <ErrorBox message={failure.message} onRetry={() => void offers.refetch()} />
      )}
      {offers.isLoading ? (
        <div className={classes.results}>
          <Skeleton heights={Array.from({ length: FIRST_BUSINESSES }, () => BUSINESS_HEIGHT)} />
        </div>
      ) : null}
      {offers.data && failure === null ? (
        <Results key={offers.data.place.zip} {...offers.data} hasCalculator={hasCalculator} />
      ) : null}
    </>
  );
}

function Results({ place, businesses, hasCalculator }: NearbyOffers & { hasCalculator: boolean }) {
  const [showsAll, setShowsAll] = useState(false);
  const searchLink = (
    <ButtonLink to={paths.savings(`zip=${place.zip}&sort=distance`)} variant="secondary">
      See all businesses near {place.zip}
    </ButtonLink>
  );
  if (businesses.length === 0) {
    return (
      <div role="status" className={classes.results}>
        <EmptyState
          headingLevel={3}
          title={`No offers near ${formatPlaceName(place)} yet`}
          action={searchLink}
        >
          Businesses there haven’t described their offers yet. Some may still have promotions.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={classes.results}>
      <p role="status">Offers near {formatPlaceName(place)}, nearest first.</p>
      <ul className={classes.businesses}>
        {businesses.slice(0, showsAll ? undefined : FIRST_BUSINESSES).map((business) => (
          <Business key={business.storeId} business={business} />
        ))}
      </ul>
      <div className={layout.row}>
        {businesses.length > FIRST_BUSINESSES && !showsAll ? (
          <Button variant="secondary" onClick={() => setShowsAll(true)}>
            Show {businesses.length - FIRST_BUSINESSES} more
          </Button>
        ) : null}
        {searchLink}
      </div>
      {hasCalculator ? (
        <SavingsCalculator businesses={businesses} />
      ) : (
        <p>
          <Link to={`${paths.pricing()}#offers-title`}>Add up what you’d save</Link> and compare it with our
          plans’ prices.
        </p>
      )}
    </div>
  );
}

function Business({ business }: { business: NearbyOffers['businesses'][number] }) {
  const { storeId, slug, businessname, type, distanceMiles, offers, isHidden } = business;
  return (
    <li className={classes.business}>
      <h3>
        <Link to={paths.store(slug, storeId)}>{businessname}</Link>
      </h3>
      <p className={classes.about}>
        {type} · {formatMiles(distanceMiles)}
      </p>
      {isHidden ? <Offer headline={null} savesCents={null} isHidden /> : null}
      {offers.map((offer) => (
        <Offer key={offer.id} {...offer} />
      ))}
    </li>
  );
}
