/*
 * What runs inside the page under measurement. Each function is sent there as text, so that it takes nothing from this
 * file or from another.
 */

/** Before anything of the page's own: keeps what the browser tells of paints, shifts, long tasks and events. */
export function watchPage(): void {
  const told: Array<Record<string, unknown>> = [];
  Reflect.set(window, 'benchTold', told);

  const nameOf = (node: unknown): string => {
    const element = node instanceof Element ? node : node instanceof Node ? node.parentElement : null;
    if (element === null) return 'something that is gone';
    const { id, className, textContent } = element;
    const words = textContent.trim().replace(/\s+/g, ' ').slice(0, 32);
    const name = id === '' && typeof className === 'string' ? className.split(' ')[0] : `#${id}`;
    return `${element.tagName.toLowerCase()} ${words === '' ? name : `“${words}”`}`;
  };
  const firstOf = (list: unknown): unknown => {
    if (!Array.isArray(list)) return null;
    const size = (source: unknown) => {
      const { width = 0, height = 0 } = Object(Reflect.get(Object(source), 'currentRect'));
      return Number(width) * Number(height);
    };
    const largest = [...list].sort((a, b) => size(b) - size(a))[0];
    return largest === undefined ? null : Reflect.get(Object(largest), 'node');
  };
  const watch = (type: string, keep: (entry: PerformanceEntry) => Record<string, unknown>, more = {}) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { startTime, duration } = entry;
        told.push({ type, startTime, duration, ...keep(entry) });
      }
    });
    observer.observe({ type, buffered: true, ...more });
  };

  watch('paint', ({ name }) => ({ what: name }));
  watch('longtask', () => ({}));
  watch('largest-contentful-paint', (entry) => ({ what: nameOf(Reflect.get(entry, 'element')) }));
  watch('layout-shift', (entry) => ({
    value: Reflect.get(entry, 'value'),
    byPerson: Reflect.get(entry, 'hadRecentInput'),
    what: nameOf(firstOf(Reflect.get(entry, 'sources'))),
  }));
  // 16 ms is the least that a browser tells of.
  const keepEvent = (entry: PerformanceEntry) => ({
    what: entry.name,
    interaction: Reflect.get(entry, 'interactionId'),
    handled: Number(Reflect.get(entry, 'processingEnd')) - Number(Reflect.get(entry, 'processingStart')),
  });
  watch('event', keepEvent, { durationThreshold: 16 });
}

/** Down the whole page, as a thumb goes, without an event that would excuse a shift. */
export async function scrollToEnd(): Promise<void> {
  const step = window.innerHeight * 0.7;
  for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
    window.scrollTo({ top, behavior: 'instant' });
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
}

/** Resolves when two frames were drawn: what an event asked for has been seen. */
export async function twoFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Resolves when nothing is left to do, and what was done has been drawn. */
export async function untilIdle(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    await new Promise((resolve) => requestIdleCallback(resolve));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** What the network gives: milliseconds until a small answer begins, and the page's font in bytes a second. */
export async function probeNetwork(): Promise<{ latency: number; throughput: number }> {
  const timed = async (address: string) => {
    const began = performance.now();
    const response = await fetch(address, { cache: 'no-store' });
    const latency = performance.now() - began;
    const { byteLength } = await response.arrayBuffer();
    // The wait is a part of it: an emulation may hold an answer back until it has all of it.
    return { latency, throughput: byteLength / ((performance.now() - began) / 1000) };
  };
  const font = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.woff2'));
  const { latency } = await timed('/healthz');
  const { throughput } = await timed(font?.name ?? '/');
  return { latency, throughput };
}

/** Milliseconds for a piece of work that is the same everywhere: how fast the processor is at this moment. */
export function fixedWork(): number {
  const began = performance.now();
  let sum = 0;
  for (let i = 0; i < 2_000_000; i++) sum = (sum * 31 + i) % 1_000_003;
  return performance.now() - began + (sum < 0 ? 1 : 0);
}
