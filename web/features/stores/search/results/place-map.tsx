import { lazy, Suspense, useState } from 'react';
import { useBrowserValue } from '#web/lib/use-browser-value.ts';
import { Button } from '#web/ui/button.tsx';
import { formatPlaceName } from '../../store-text.ts';
import type { MapDrawingProps } from './map-drawing.tsx';
import classes from './place-map.module.css';

/** The results work without the map, so a failed load only shows a message. */
const MapDrawing = lazy(() =>
  import('./map-drawing.tsx').then(
    ({ MapDrawing }) => ({ default: MapDrawing }),
    () => ({ default: () => <p>The map could not be loaded.</p> }),
  ),
);

/** Shows where the results are. Rendered only if the search has a place and results near it. */
export function PlaceMap(props: Omit<MapDrawingProps, 'placeLabel'>) {
  const [wasOpened, setWasOpened] = useState(false);
  // Don't render the drawing on the server, because the document doesn't contain its styles.
  const isInBrowser = useBrowserValue(() => true, false);
  const { place, stores, distance } = props;
  const hasPoints = stores.some(({ distanceMiles }) => distanceMiles !== null && distanceMiles <= distance);
  if (!hasPoints) return null;

  return (
    <aside aria-label="Map" className={classes.aside} data-opened={wasOpened || undefined}>
      <div className={classes.toggle}>
        <Button
          variant="secondary"
          fullWidth
          aria-expanded={wasOpened}
          onClick={() => setWasOpened(!wasOpened)}
        >
          {wasOpened ? 'Hide the map' : 'Show on a map'}
        </Button>
      </div>
      {isInBrowser ? (
        <Suspense fallback={null}>
          <div className={classes.panel}>
            <MapDrawing {...props} placeLabel={formatPlaceName(place)} />
          </div>
        </Suspense>
      ) : null}
    </aside>
  );
}
