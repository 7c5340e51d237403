// The types that the server shares with the renderer, which is built from web/.

/** Runs a query as a visitor. The result is JSON as a browser receives it: dates are text. */
export type RunQuery = (procedure: string, input: unknown) => Promise<unknown>;

/** The result of a query in the document, so that the page does not request it again. */
export interface PreloadedQuery {
  /** The key in the web's query cache. */
  key: readonly unknown[];
  data: unknown;
}

export interface RenderedPage {
  /** The content of the document's root element. */
  html: string;
  preloadedQueries: PreloadedQuery[];
}

export type RenderPage = (path: string, runQuery: RunQuery) => Promise<RenderedPage>;
