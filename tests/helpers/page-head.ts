/** The contents of a document's head, including duplicates. */
export interface Head {
  titles: string[];
  canonicals: string[];
  robots: string[];
  /** Meta tags except `robots`, keyed by name or property. */
  metas: Record<string, string[]>;
  /** The schema.org objects, or null if there are none. */
  data: Record<string, unknown>[] | null;
}

/** Parses a head's markup as a browser does (jsdom). */
export function readHead(markup: string): Head {
  const { head, body } = new DOMParser().parseFromString(
    `<!doctype html><html><head>${markup}</head></html>`,
    'text/html',
  );
  // The parser ends the head at the first element that doesn't belong there.
  if (body.childNodes.length > 0) throw new Error(`The head ended at ${body.innerHTML.slice(0, 200)}`);
  const all = (selector: string) => [...head.querySelectorAll(selector)];
  const metas = all('meta').map((meta): [string, string] => [
    meta.getAttribute('name') ?? meta.getAttribute('property') ?? '',
    meta.getAttribute('content') ?? '',
  ]);
  const { robots = [], ...others } = Object.fromEntries(
    Object.entries(Object.groupBy(metas, ([name]) => name)).map(([name, matches = []]) => [
      name,
      matches.map(([, content]) => content),
    ]),
  );
  const [block, ...more] = all('script');
  if (more.length > 0 || (block && block.getAttribute('type') !== 'application/ld+json')) {
    throw new Error('The head contains a script that is not JSON-LD');
  }
  return {
    titles: all('title').map(({ textContent }) => textContent),
    canonicals: all('link[rel=canonical]').map((link) => link.getAttribute('href') ?? ''),
    robots,
    metas: others,
    data: block ? JSON.parse(block.textContent)['@graph'] : null,
  };
}
