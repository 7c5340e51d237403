/** The style sheets that were requested, by URL. */
const sheets = new Map<string, Promise<unknown>>();
let lastSheet: Promise<unknown> = Promise.resolve();

function appendLink(attributes: Pick<HTMLLinkElement, 'rel' | 'href'> & { as?: string }): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), attributes);
  document.head.append(link);
  return link;
}

function applySheet(href: string): Promise<unknown> {
  const link = appendLink({ rel: 'stylesheet', href });
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      sheets.delete(href);
      reject(new Error(`Could not load ${href}`));
    };
  });
}

function loadSheet(href: string): Promise<unknown> {
  // The server inlines the styles of the page that it renders.
  if (document.querySelector(`style[data-href="${href}"]`)) return Promise.resolve();
  appendLink({ rel: 'preload', as: 'style', href });
  lastSheet = lastSheet.catch(() => {}).then(() => applySheet(href));
  return lastSheet;
}

/**
 * Imports a module with its style sheets, whose paths the build adds. Rejects if any of them can't be loaded;
 * call it again to retry.
 *
 * Applies the style sheets one after another. If one arrives before another that precedes it in the document,
 * Chromium chooses all fonts again, and the text on screen moves.
 */
export async function loadWithStyles<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const styles = files.map((file) => {
    const href = `/${file}`;
    const sheet = sheets.get(href) ?? loadSheet(href);
    sheets.set(href, sheet);
    return sheet;
  });
  const [module] = await Promise.all([load(), ...styles]);
  return module;
}
