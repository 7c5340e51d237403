/** Provided by web/build-plugins/us-map.ts. */
declare module 'virtual:us-map' {
  import type { StateDetails, UsStates } from '#web/features/stores/search/map/us-map.ts';

  export const loadStates: () => Promise<{ default: UsStates }>;
  /** Keyed by the state's two-letter code. */
  export const stateLoaders: Readonly<Record<string, () => Promise<{ default: StateDetails }>>>;
}
