import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import layout from '#web/ui/styles/layout.module.css';
import classes from './offers-slot.module.css';

/** The page works without the offers, so a failed load only shows a message. */
const OffersNear = lazy(() =>
  import('./offers-near.tsx').then(
    ({ OffersNear }) => ({ default: OffersNear }),
    () => ({ default: () => <p>We couldn’t load the offers.</p> }),
  ),
);

/** How far below the window the section may still be when it loads its offers. */
const MARGIN = '300px';

/** Shows offers near a ZIP code. Loads their code when the visitor scrolls toward them. */
export function OffersSlot({ hasCalculator = false }: { hasCalculator?: boolean }) {
  const section = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);

  useEffect(() => {
    if (section.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(section.current);
    return () => observer.disconnect();
  }, []);

  return (
    <section ref={section} className={classes.section} aria-labelledby="offers-title">
      <h2 id="offers-title" tabIndex={-1}>
        Offers near you
      </h2>
      <p className={layout.lead}>
        {hasCalculator
          ? 'See what businesses around you offer, and add up what you’d save with a membership.'
          : 'See what businesses around you offer members.'}{' '}
        Or <Link to={paths.savings()}>search all businesses</Link>.
      </p>
      <div className={classes.content}>
        {isNear ? (
          <Suspense fallback={null}>
            <OffersNear hasCalculator={hasCalculator} />
          </Suspense>
        ) : null}
      </div>
    </section>
  );
}
