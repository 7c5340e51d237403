import { lazy, Suspense } from 'react';
import { useBrowserValue } from '#web/lib/use-browser-value.ts';
import { Button } from '#web/ui/button.tsx';
import type { ResultsMapProps } from '../map/results-map.tsx';
import classes from './place-map.module.css';

/** The results work without the map, so a failed load only shows a message. */
const ResultsMap = lazy(() =>
  import('../map/results-map.tsx').then(
    ({ ResultsMap }) => ({ default: ResultsMap }),
    () => ({ default: () => <p>We couldn’t load the map.</p> }),
  ),
);

interface PlaceMapProps extends ResultsMapProps {
  isOpen: boolean;
  onToggle(): void;
}

/** Shows where the results are. Loads the map once it is opened. */
export function PlaceMap({ isOpen, onToggle, ...props }: PlaceMapProps) {
  // Don't render the map on the server, because the server's HTML doesn't include its styles.
  const isInBrowser = useBrowserValue(() => true, false);
  return (
    <aside aria-label="Map" className={classes.aside} data-open={isOpen || undefined}>
      <Button variant="secondary" fullWidth aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? 'Hide the map' : 'Show on a map'}
      </Button>
      {isOpen ? (
        <div className={classes.panel}>
          {isInBrowser ? (
            <Suspense fallback={null}>
              <ResultsMap {...props} />
            </Suspense>
          ) : null}
        </div>
      ) : null}
    </aside>
  );
}
