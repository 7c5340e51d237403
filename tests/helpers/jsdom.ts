import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach } from 'vitest';

// What a browser has and jsdom has not. Nothing here measures or scrolls: layout belongs to the browser tests.

/**
 * Answers by width, as the desktop browser of somebody who wants less motion would: what fades in is there at once,
 * so no test depends on how far a fade has come.
 */
function matches(query: string): boolean {
  if (query.includes('prefers-reduced-motion: reduce')) return true;
  const smallest = /min-width:\s*([\d.]+)(em|px)/.exec(query);
  const largest = /max-width:\s*([\d.]+)(em|px)/.exec(query);
  if (!smallest && !largest) return false;
  const pixels = (match: RegExpExecArray) => Number(match[1]) * (match[2] === 'em' ? 16 : 1);
  return (!smallest || innerWidth >= pixels(smallest)) && (!largest || innerWidth <= pixels(largest));
}

class SilentResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: matches(media),
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
});
window.ResizeObserver = SilentResizeObserver;
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
Element.prototype.scrollTo = () => {};

// Waiting ends as soon as the thing is there; the limit is for a loaded machine of two cores.
configure({ asyncUtilTimeout: 10_000, getElementError: notFound });

/** The page is printed when somebody reads it: an element that is waited for is not found many times before it is there. */
function notFound(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  const tell = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  return Object.defineProperty(error, 'message', { configurable: true, get: tell });
}

// A server runs in the same process as the page, and its cryptography knows the byte arrays of Node only.
Object.assign(globalThis, { Uint8Array: Object.getPrototypeOf(Buffer) });

afterEach(cleanup);
