import { lazy, Suspense } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { FiguresSection } from './figures-section.tsx';
import { ListingForm } from './listing-form.tsx';
import { ListingState } from './listing-state.tsx';
import { LogoSection } from './logo-section.tsx';
import classes from './owner.module.css';
import { PromotionsSection } from './promotions/promotions-section.tsx';

const PageEditor = lazy(async () => ({ default: (await import('./page/page-editor.tsx')).PageEditor }));

/** Renders nothing if the account has no business. */
export function OwnBusiness() {
  const ownBusiness = trpc.businesses.mine.useQuery();
  if (ownBusiness.isPending) return <Skeleton heights={['2.25rem', '48rem', '20rem']} />;
  if (ownBusiness.data === undefined) {
    return (
      <ErrorBox message={toFailure(ownBusiness.error).message} onRetry={() => void ownBusiness.refetch()} />
    );
  }
  if (ownBusiness.data === null) return null;
  const business = ownBusiness.data;
  return (
    <>
      <section aria-labelledby="own-listing" className={classes.section}>
        <h2 id="own-listing">Your listing</h2>
        <ListingState business={business} />
        <div className={classes.columns}>
          <ListingForm business={business} />
          <LogoSection business={business} />
        </div>
      </section>
      <FiguresSection business={business} />
      <Suspense fallback={<Skeleton heights={['20rem', '20rem']} />}>
        <PageEditor business={business} />
      </Suspense>
      <PromotionsSection business={business} />
    </>
  );
}
