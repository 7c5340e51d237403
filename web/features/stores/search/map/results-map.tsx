import { Box } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { formatPlaceName } from '../../store-text.ts';
import type { FoundStore, SavingsResult } from '../use-savings.ts';
import { BaseMap } from './base-map.tsx';
import { MapPins, type ResultPin } from './map-pins.tsx';
import { MapSelection, SameAddress } from './map-selection.tsx';
import {
  type Cluster,
  canSplit,
  chooseDistance,
  clusterPins,
  fitView,
  isInside,
  type MapSize,
  type MapView,
  toScreen,
} from './map-view.ts';
import { project, unitsPerMile, unproject } from './projection.ts';
import classes from './results-map.module.css';
import { useMapGestures } from './use-map-gestures.ts';
import { useUsMap } from './use-us-map.ts';

interface SearchHereProps {
  view: MapView;
  size: MapSize;
  onFound(zip: string, distance: number): void;
}

const NO_ZIP = 'There’s no ZIP code near the center of the map. Move it a little, then try again.';

/** Searches around the ZIP code nearest to the map's center, as far as the map shows. */
function SearchHere({ view, size, onFound }: SearchHereProps) {
  const { savings } = trpc.useUtils();
  const [state, setState] = useState({ busy: false, problem: '' });

  async function search() {
    setState({ busy: true, problem: '' });
    try {
      const nearestPlace = await savings.nearestPlace.fetch(unproject(view.center));
      setState({ busy: false, problem: nearestPlace === null ? NO_ZIP : '' });
      if (nearestPlace !== null) onFound(nearestPlace.zip, chooseDistance(view, size));
    } catch (error) {
      setState({ busy: false, problem: toFailure(error).message });
    }
  }

  return (
    <>
      <Button variant="secondary" busy={state.busy} onClick={() => void search()}>
        Search this area
      </Button>
      {state.problem === '' ? null : (
        <p role="alert" className={classes.problem}>
          {state.problem}
        </p>
      )}
    </>
  );
}

export interface ResultsMapProps {
  place: SavingsResult['place'];
  /** The current page of results, in the order of the list. */
  stores: readonly FoundStore[];
  /** The radius of the search in miles. */
  distance: number;
  /** The number of the result that is highlighted in the list, or null. */
  highlighted: number | null;
  selectedId: string | null;
  onSelect(storeId: string): void;
  onSearchHere(zip: string, distance: number): void;
}

/** Far enough apart that fingers can hit the right marker. */
const PIN_GAP_PIXELS = 44;
/** The size in pixels until the browser has measured the map. */
const DEFAULT_SIZE = { width: 320, height: 320 };

/**
 * Draws the results on states and counties that come with the site, so that no map service learns about a
 * search.
 */
export function ResultsMap({ highlighted, selectedId, onSelect, onSearchHere, ...search }: ResultsMapProps) {
  const { place, stores, distance } = search;
  const elementSize = useElementSize<HTMLElement>();
  const mapElement = useRef<HTMLElement>(null);
  const ref = useMergedRef(elementSize.ref, mapElement);
  const size =
    elementSize.width > 0 ? { width: elementSize.width, height: elementSize.height } : DEFAULT_SIZE;
  const pins = useMemo(() => stores.flatMap(toPin), [stores]);
  const fittedView = fitView(listFittedPlaces(search, pins), size);
  // A new search or page resets the view to its own results.
  const searchKey = JSON.stringify([place, distance, stores.map(({ id }) => id)]);
  const [movedView, setMovedView] = useState<{ searchKey: string; view: MapView } | null>(null);
  const isMoved = movedView?.searchKey === searchKey;
  const view = isMoved ? movedView.view : fittedView;
  const changeView = (change: (view: MapView) => MapView) =>
    setMovedView((old) => ({
      searchKey,
      view: change(old?.searchKey === searchKey ? old.view : fittedView),
    }));
  const gestures = useMapGestures({ mapElement, size, onChange: changeView });
  const map = useUsMap(view, size);
  const [sameAddress, setSameAddress] = useState<readonly string[]>([]);
  const [announcement, setAnnouncement] = useState('');

  const clusters = clusterPins(pins, view.scale, PIN_GAP_PIXELS);
  const selectedPin = pins.find(({ store }) => store.id === selectedId);
  const atSameAddress = pins.filter(({ store }) => sameAddress.includes(store.id));
  const hiddenCount =
    stores.length - pins.filter((pin) => isInside(toScreen(pin.place, view, size), size)).length;

  function chooseMarker(cluster: Cluster<ResultPin>) {
    const [first] = cluster.pins;
    setSameAddress([]);
    if (cluster.pins.length === 1 && first) {
      onSelect(first.store.id);
    } else if (canSplit(cluster, PIN_GAP_PIXELS)) {
      const places = cluster.pins.map((pin) => pin.place);
      // No minimum radius: with one, the results might still share a marker.
      changeView(() => fitView(places, size, 0));
      setAnnouncement(`The map shows ${cluster.pins.length} businesses up close.`);
      // The marker is gone, so the focus would be lost.
      mapElement.current?.focus();
    } else {
      setSameAddress(cluster.pins.map(({ store }) => store.id));
    }
  }

  return (
    <>
      <div className={classes.frame}>
        <Box
          ref={ref}
          component="section"
          className={classes.map}
          tabIndex={0}
          aria-label={`Map of the results${place === null ? '' : ` around ${formatPlaceName(place)}`}`}
          aria-describedby="map-help"
          {...gestures.handlers}
        >
          <BaseMap
            map={map}
            view={view}
            size={size}
            pins={clusters.map((cluster) => toScreen(cluster.place, view, size))}
            searched={place && { place: project(place), miles: distance }}
          />
          <MapPins
            clusters={clusters}
            view={view}
            size={size}
            isSelected={({ store }) => store.id === selectedId}
            isHighlighted={({ number }) => number === highlighted}
            onChoose={chooseMarker}
          />
        </Box>
        <div className={classes.zoom}>
          <button type="button" aria-label="Zoom out" onClick={gestures.zoomOut}>
            −
          </button>
          <button type="button" aria-label="Zoom in" onClick={gestures.zoomIn}>
            +
          </button>
        </div>
      </div>
      {isMoved ? (
        <div className={layout.toolRow}>
          <SearchHere key={searchKey} view={view} size={size} onFound={onSearchHere} />
          <Button variant="quiet" onClick={() => setMovedView(null)}>
            Back to the results
          </Button>
        </div>
      ) : null}
      {atSameAddress.length > 1 ? <SameAddress results={atSameAddress} onSelect={onSelect} /> : null}
      {selectedPin ? <MapSelection store={selectedPin.store} number={selectedPin.number} /> : null}
      <p className={classes.caption}>
        The numbers match the list.
        {hiddenCount === 0
          ? ''
          : ` ${hiddenCount} from this page ${hiddenCount === 1 ? 'isn’t' : 'aren’t'} in view.`}
      </p>
      <p className={classes.caption} id="map-help">
        Drag the map or use the arrow keys. Pinch, or press + and −, to zoom. Click a place to center it.
      </p>
      {map.hasFailed ? <p className={classes.caption}>We couldn’t load some of the map’s borders.</p> : null}
      <p role="status">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </p>
    </>
  );
}

function toPin(store: FoundStore, index: number): ResultPin[] {
  const { latitude, longitude } = store;
  if (latitude === null || longitude === null) return [];
  return [{ store, number: index + 1, place: project({ latitude, longitude }) }];
}

/**
 * Returns the places that the map shows first: the results around the searched place, all results if there is
 * no place, or the whole searched circle if it contains none of this page's results.
 */
function listFittedPlaces(
  { place, distance }: Pick<ResultsMapProps, 'place' | 'distance'>,
  pins: ResultPin[],
) {
  if (place === null) return pins.map((pin) => pin.place);
  const center = project(place);
  const near = pins.filter(({ store }) => store.distanceMiles !== null && store.distanceMiles <= distance);
  if (near.length > 0) return [center, ...near.map((pin) => pin.place)];
  const radius = distance * unitsPerMile(center);
  return [
    { x: center.x - radius, y: center.y - radius },
    { x: center.x + radius, y: center.y + radius },
  ];
}
