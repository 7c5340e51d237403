/** What the server and the renderer, which is built from the web, agree on. */

/** Asks a procedure as a visitor would; the answer as it arrives over HTTP: JSON, instants as text. */
export type ReadProcedure = (procedure: string, input: unknown) => Promise<unknown>;

/** An answer that a document brings along, so that its page need not ask again. */
export interface BroughtAnswer {
  /** The key under which the web's query cache looks for it. */
  key: readonly unknown[];
  /** As a visitor is answered. */
  data: unknown;
}

export interface RenderedPage {
  /** What stands in the document's root. */
  html: string;
  answers: BroughtAnswer[];
}

/** Makes the HTML of a public page, by its path, as a browser will take it over. */
export type RenderPage = (path: string, read: ReadProcedure) => Promise<RenderedPage>;
