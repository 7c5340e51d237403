/** What stands in a document's head, each thing as often as it stands there. */
export interface Head {
  titles: string[];
  canonicals: string[];
  robots: string[];
  /** By name or property, but for robots. */
  metas: Record<string, string[]>;
  /** The things of schema.org, or null where nothing is said. */
  data: Record<string, unknown>[] | null;
}

/** Reads a head's markup as a browser does (jsdom). */
export function readHead(markup: string): Head {
  const { head, body } = new DOMParser().parseFromString(
    `<!doctype html><html><head>${markup}</head></html>`,
    'text/html',
  );
  // What does not belong into a head would end it.
  if (body.childNodes.length > 0) throw new Error(`The head was ended by ${body.innerHTML.slice(0, 200)}`);
  const all = (selector: string) => [...head.querySelectorAll(selector)];
  const metas = all('meta').map((meta): [string, string] => [
    meta.getAttribute('name') ?? meta.getAttribute('property') ?? '',
    meta.getAttribute('content') ?? '',
  ]);
  const { robots = [], ...others } = Object.fromEntries(
    Object.entries(Object.groupBy(metas, ([name]) => name)).map(([name, found = []]) => [
      name,
      found.map(([, content]) => content),
    ]),
  );
  const [block, ...more] = all('script');
  if (more.length > 0 || (block && block.getAttribute('type') !== 'application/ld+json')) {
    throw new Error('The head holds a script that is no data');
  }
  return {
    titles: all('title').map(({ textContent }) => textContent),
    canonicals: all('link[rel=canonical]').map((link) => link.getAttribute('href') ?? ''),
    robots,
    metas: others,
    data: block ? JSON.parse(block.textContent)['@graph'] : null,
  };
}
