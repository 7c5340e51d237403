// The types that the server shares with the renderer, which is built from web/.

/** The error of a query, in the format that the web app uses for every failure. */
export interface QueryFailure {
  name: string;
  message: string;
  fieldErrors: Record<string, string>;
  code: string;
  requestId: string | undefined;
}

/**
 * The state of a query in the web app's query cache. The data is JSON, as a browser receives it: dates are
 * text.
 */
export type QueryState = { status: 'success'; data: unknown } | { status: 'error'; error: QueryFailure };

/** Runs a query on the server. Returns null if the browser should run it instead. */
export type RunQuery = (procedure: string, input: unknown) => Promise<QueryState | null>;

/** The result of a query in the document, so that the page does not request it again. */
export interface PreloadedQuery {
  /** The key in the web app's query cache. */
  key: readonly unknown[];
  state: QueryState;
}

export interface RenderedPage {
  /** The content of the document's root element. */
  html: string;
  preloadedQueries: PreloadedQuery[];
}

/** `address` is a path and may have a query. */
export type RenderPage = (address: string, runQuery: RunQuery) => Promise<RenderedPage>;
