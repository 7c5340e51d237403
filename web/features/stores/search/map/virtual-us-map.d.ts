/** web/build-plugins/us-map.ts provides it. */
declare module 'virtual:us-map' {
  import type { StateDetails, UsStates } from '#web/features/stores/search/map/us-map.ts';

  export const loadStates: () => Promise<{ default: UsStates }>;
  /** By the two-letter code. */
  export const stateLoaders: Readonly<Record<string, () => Promise<{ default: StateDetails }>>>;
}
