import { setTimeout as sleep, setImmediate as waitForTurn } from 'node:timers/promises';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import React from 'react';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';

// Fakes of browser features that jsdom lacks. The browser tests cover layout and scrolling.

/** Evaluates media queries about width. Reduced motion always matches, so no test depends on an animation. */
function matches(query: string): boolean {
  if (query.includes('prefers-reduced-motion: reduce')) return true;
  const smallest = /min-width:\s*([\d.]+)(em|px)/.exec(query);
  const maxWidth = /max-width:\s*([\d.]+)(em|px)/.exec(query);
  if (!smallest && !maxWidth) return false;
  const pixels = (match: RegExpExecArray) => Number(match[1]) * (match[2] === 'em' ? 16 : 1);
  return (!smallest || innerWidth >= pixels(smallest)) && (!maxWidth || innerWidth <= pixels(maxWidth));
}

class SilentResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Never reports that an element was scrolled into view. */
class SilentIntersectionObserver extends SilentResizeObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  takeRecords() {
    return [];
  }
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
window.IntersectionObserver = SilentIntersectionObserver;
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
Element.prototype.scrollTo = () => {};
// React warns about tags that the browser doesn't know. jsdom doesn't know `search`.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  configurable: true,
  get(this: Element) {
    return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement';
  },
});

/**
 * A query may find an element before its effects have run, which set the focus and the title, so wait for
 * them.
 */
async function withEffects<T>(work: () => Promise<T>): Promise<T> {
  const result = await work();
  await sleep(0);
  for (let turn = 0; turn < 3; turn++) await waitForTurn();
  return result;
}

// A long timeout, because a loaded machine is slow; fast tests don't wait for it.
configure({ asyncUtilTimeout: 30_000, getElementError: notFound, asyncWrapper: withEffects });

/**
 * Formats the page only when the message is read, because a polling query fails many times before it
 * succeeds.
 */
function notFound(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  const format = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  return Object.defineProperty(error, 'message', { configurable: true, get: format });
}

// The server runs in the same process, and Node's crypto rejects jsdom's Uint8Array.
Object.assign(globalThis, { Uint8Array: Object.getPrototypeOf(Buffer) });

// For its warnings, React captures a stack trace of each element. This took a sixth of these tests' time.
// React stops after 10,000 traces within a second, so make its counter always exceed that limit.
const reactInternals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (reactInternals instanceof Object) {
  Object.defineProperty(reactInternals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
  });
}

afterEach(cleanup);

// Test files in one process share a window and cached modules, so a removed style sheet would stay missing.
let styleSheets: Element[] = [];
beforeAll(() => {
  styleSheets = [...document.head.querySelectorAll('style')];
});
afterAll(async () => {
  // If a test file ended during a lazy import, later files in this process could never load that module.
  await vi.dynamicImportSettled();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  const removedStyleSheets = styleSheets.filter(({ isConnected }) => !isConnected);
  expect(removedStyleSheets, 'style sheets that later files need').toEqual([]);
});
