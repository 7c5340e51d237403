import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** The maximum number of tab stops. No page has more. */
const MAX_STOPS = 400;

const FRAMES_TO_SETTLE = 120;

/** The element that Tab has focused. */
interface TabStop {
  name: string;
  /** Whether it or its parent has a focus outline. */
  hasOutline: boolean;
  /** Whether its center is in the window and not covered. */
  isUncovered: boolean;
  /** Whether it follows the previous stop in document order. */
  isInOrder: boolean;
  region: 'page' | 'footer' | 'dialog' | 'nowhere';
}

/** Runs in the page. Describes the focused element, and marks it as the previous one for the next call. */
async function describeFocus(frames: number): Promise<TabStop> {
  const element = document.activeElement;
  if (element === null || element === document.body) {
    return { name: '', hasOutline: true, isUncovered: true, isInOrder: true, region: 'nowhere' };
  }
  const isOutlined = (node: Element | null) => {
    if (node === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(node);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };
  // Stripe's frame draws its own outline.
  const hasOutline =
    element instanceof HTMLIFrameElement || isOutlined(element) || isOutlined(element.parentElement);
  const isSameControl = (node: Element | null) =>
    node !== null && (element.contains(node) || node.contains(element) || node.closest('label') !== null);
  const checkCenter = () =>
    [...element.getClientRects()].some(({ left, top, width, height }) =>
      isSameControl(document.elementFromPoint(left + width / 2, top + height / 2)),
    );
  let isUncovered = checkCenter();
  // Scrolling and loading content may take some frames.
  for (let frame = 0; frame < frames && !isUncovered; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    isUncovered = checkCenter();
  }
  const previousStop = document.querySelector('[data-last-stop]');
  previousStop?.removeAttribute('data-last-stop');
  element.setAttribute('data-last-stop', '');
  const isInOrder =
    previousStop === null ||
    (previousStop.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const region = element.closest('[role="dialog"]')
    ? 'dialog'
    : element.closest('footer')
      ? 'footer'
      : 'page';
  const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
  const name = `${element.tagName.toLowerCase()} ${label.trim().slice(0, 60)}`;
  return { name, hasOutline, isUncovered, isInOrder, region };
}

/** Presses Tab and describes the focused element. */
export async function pressTab(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<TabStop> {
  await page.keyboard.press(key);
  return page.evaluate(describeFocus, FRAMES_TO_SETTLE);
}

/**
 * Tabs to the footer or the end of the page, and returns the number of stops before it. Each stop must be
 * outlined, uncovered, and in document order.
 */
export async function walkByTab(page: Page): Promise<number> {
  const faults: string[] = [];
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    const stop = await pressTab(page);
    if (stop.region === 'footer' || stop.region === 'nowhere') {
      expect(faults, `Tab through ${page.url()}`).toEqual([]);
      return stops;
    }
    if (!stop.hasOutline) faults.push(`no outline around ${stop.name}`);
    if (!stop.isUncovered) faults.push(`covered or outside the window: ${stop.name}`);
    if (!stop.isInOrder) faults.push(`out of order: ${stop.name}`);
  }
  throw new Error(`Tab does not leave ${page.url()}`);
}
