import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** More stops than any page has. */
const MOST_STOPS = 400;

const FRAMES_TO_SETTLE = 120;

/** What stands at one stop of the Tab key. */
interface Stop {
  name: string;
  /** A ring or a line around it, of its own or of what wraps it. */
  isSeen: boolean;
  /** Nothing lies over its middle, and it is in the window. */
  isInSight: boolean;
  /** It comes after the stop before it, as the page is written and read. */
  isInOrder: boolean;
  region: 'page' | 'footer' | 'dialog' | 'nowhere';
}

/** In the page: looks at what has the focus, and remembers it for the next look. */
async function lookAtFocus(frames: number): Promise<Stop> {
  const element = document.activeElement;
  if (element === null || element === document.body) {
    return { name: '', isSeen: true, isInSight: true, isInOrder: true, region: 'nowhere' };
  }
  const hasRing = (node: Element | null) => {
    if (node === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(node);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };
  // A frame of the card network draws its own ring.
  const isSeen = element instanceof HTMLIFrameElement || hasRing(element) || hasRing(element.parentElement);
  const isOurs = (node: Element | null) =>
    node !== null && (element.contains(node) || node.contains(element) || node.closest('label') !== null);
  const look = () =>
    [...element.getClientRects()].some(({ left, top, width, height }) =>
      isOurs(document.elementFromPoint(left + width / 2, top + height / 2)),
    );
  let isInSight = look();
  // What is still scrolling, or grows because more has come, gets there.
  for (let frame = 0; frame < frames && !isInSight; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    isInSight = look();
  }
  const before = document.querySelector('[data-last-stop]');
  before?.removeAttribute('data-last-stop');
  element.setAttribute('data-last-stop', '');
  const isInOrder =
    before === null || (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const region = element.closest('[role="dialog"]')
    ? 'dialog'
    : element.closest('footer')
      ? 'footer'
      : 'page';
  const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
  const name = `${element.tagName.toLowerCase()} ${label.trim().slice(0, 60)}`;
  return { name, isSeen, isInSight, isInOrder, region };
}

/** One more stop of the Tab key. */
export async function tab(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<Stop> {
  await page.keyboard.press(key);
  return page.evaluate(lookAtFocus, FRAMES_TO_SETTLE);
}

/** Through the page until the footer (or its end): each stop has a ring, is in sight, and follows the one before. */
export async function walk(page: Page): Promise<number> {
  const faults: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    const stop = await tab(page);
    if (stop.region === 'footer' || stop.region === 'nowhere') {
      expect(faults, `Tab through ${page.url()}`).toEqual([]);
      return stops;
    }
    if (!stop.isSeen) faults.push(`no ring around ${stop.name}`);
    if (!stop.isInSight) faults.push(`out of sight or covered: ${stop.name}`);
    if (!stop.isInOrder) faults.push(`out of order: ${stop.name}`);
  }
  throw new Error(`Tab does not leave ${page.url()}`);
}
