/** What a visitor can do with a listing. */
export const STORE_ACTIONS = ['opened', 'copied', 'directions', 'calls'] as const;
export type StoreAction = (typeof STORE_ACTIONS)[number];

/** `shown` counts searches with the business on the requested page of results. */
export const FIGURE_KINDS = ['shown', ...STORE_ACTIONS] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** How many weeks owners see, including the current one. */
export const WEEKS_SHOWN = 12;
