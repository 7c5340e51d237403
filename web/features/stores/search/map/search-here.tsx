import { useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { chooseDistance, type MapSize, type MapView } from './map-view.ts';
import { unproject } from './projection.ts';
import classes from './results-map.module.css';

interface SearchHereProps {
  view: MapView;
  size: MapSize;
  onFound(zip: string, distance: number): void;
}

const NO_ZIP = 'There’s no ZIP code near the center of the map. Move it a little, then try again.';

/** Searches around the ZIP code nearest to the map's center, as far as the map shows. */
export function SearchHere({ view, size, onFound }: SearchHereProps) {
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
