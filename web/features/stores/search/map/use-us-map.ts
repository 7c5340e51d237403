/// <reference path="./virtual-us-map.d.ts" />

import { loadStates, stateLoaders } from 'virtual:us-map';
import { useQueries, useQuery } from '@tanstack/react-query';
import { COUNTY_SCALE } from './map-labels.ts';
import { type MapSize, type MapView, showsBox } from './map-view.ts';
import type { StateDetails, UsStates } from './us-map.ts';

const OPTIONS = { staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' } as const;

export interface UsMap {
  states: UsStates | undefined;
  /** The counties and cities of the states in view, once they are loaded. Empty if the map shows many states. */
  details: ReadonlyMap<string, StateDetails>;
  hasFailed: boolean;
}

/** Loads the outlines of all states, and the counties of those that the view shows up close. */
export function useUsMap(view: MapView, size: MapSize): UsMap {
  const states = useQuery({
    queryKey: ['us-map'],
    queryFn: async () => (await loadStates()).default,
    ...OPTIONS,
  });
  const shownCodes =
    view.scale < COUNTY_SCALE
      ? []
      : (states.data?.outlines ?? []).filter(({ box }) => showsBox(view, size, box)).map(({ code }) => code);
  const details = useQueries({
    queries: shownCodes.map((code) => ({
      queryKey: ['us-map', code],
      queryFn: async () => (await stateLoaders[code]?.())?.default ?? null,
      ...OPTIONS,
    })),
  });
  return {
    states: states.data,
    details: new Map(
      shownCodes.flatMap((code, index) => {
        const state = details[index]?.data;
        return state ? [[code, state] as const] : [];
      }),
    ),
    hasFailed: states.isError || details.some(({ isError }) => isError),
  };
}
