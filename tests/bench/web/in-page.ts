/**
 * Functions that run inside the measured page. Playwright sends their source text, so they can't use imports
 * or anything else in this file.
 */

/** Runs before the page's scripts and records its paints, layout shifts, long tasks, and events. */
export function watchPage(): void {
  const records: Array<Record<string, unknown>> = [];
  Reflect.set(window, 'benchRecords', records);

  const describeNode = (node: unknown): string => {
    const element = node instanceof Element ? node : node instanceof Node ? node.parentElement : null;
    if (element === null) return 'a removed element';
    const { id, className, textContent } = element;
    const words = textContent.trim().replace(/\s+/g, ' ').slice(0, 32);
    const name = id === '' && typeof className === 'string' ? className.split(' ')[0] : `#${id}`;
    return `${element.tagName.toLowerCase()} ${words === '' ? name : `“${words}”`}`;
  };
  const largestSource = (list: unknown): unknown => {
    if (!Array.isArray(list)) return null;
    const size = (source: unknown) => {
      const { width = 0, height = 0 } = Object(Reflect.get(Object(source), 'currentRect'));
      return Number(width) * Number(height);
    };
    const largest = [...list].sort((a, b) => size(b) - size(a))[0];
    return largest === undefined ? null : Reflect.get(Object(largest), 'node');
  };
  const watch = (
    type: string,
    describe: (entry: PerformanceEntry) => Record<string, unknown>,
    options = {},
  ) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { startTime, duration } = entry;
        records.push({ type, startTime, duration, ...describe(entry) });
      }
    });
    observer.observe({ type, buffered: true, ...options });
  };

  watch('paint', ({ name }) => ({ what: name }));
  watch('longtask', () => ({}));
  watch('largest-contentful-paint', (entry) => ({ what: describeNode(Reflect.get(entry, 'element')) }));
  watch('layout-shift', (entry) => ({
    value: Reflect.get(entry, 'value'),
    hadRecentInput: Reflect.get(entry, 'hadRecentInput'),
    what: describeNode(largestSource(Reflect.get(entry, 'sources'))),
  }));
  // Browsers don't report events shorter than 16 ms.
  const describeEvent = (entry: PerformanceEntry) => ({
    what: entry.name,
    interaction: Reflect.get(entry, 'interactionId'),
    handled: Number(Reflect.get(entry, 'processingEnd')) - Number(Reflect.get(entry, 'processingStart')),
  });
  watch('event', describeEvent, { durationThreshold: 16 });
}

/** Scrolls to the end without input events, because layout shifts right after input don't count. */
export async function scrollToEnd(): Promise<void> {
  const step = window.innerHeight * 0.7;
  for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
    window.scrollTo({ top, behavior: 'instant' });
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
}

/** Waits for two frames, so that the result of an event has been painted. */
export async function waitForTwoFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Waits until the page is idle and painted. */
export async function waitUntilIdle(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) {
    await new Promise((resolve) => requestIdleCallback(resolve));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Measures the latency of a small response and the throughput of a font. */
export async function probeNetwork(): Promise<{ latencyMs: number; bytesPerSecond: number }> {
  const measureFetch = async (address: string) => {
    const startedAt = performance.now();
    const response = await fetch(address, { cache: 'no-store' });
    const latencyMs = performance.now() - startedAt;
    const { byteLength } = await response.arrayBuffer();
    // Include the latency, because network emulation may delay the whole response.
    return { latencyMs, bytesPerSecond: byteLength / ((performance.now() - startedAt) / 1000) };
  };
  const font = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.woff2'));
  const { latencyMs } = await measureFetch('/healthz');
  const { bytesPerSecond } = await measureFetch(font?.name ?? '/');
  return { latencyMs, bytesPerSecond };
}

/** Returns how many milliseconds a fixed amount of work takes, which shows the CPU's current speed. */
export function timeFixedWork(): number {
  const startedAt = performance.now();
  let sum = 0;
  for (let i = 0; i < 2_000_000; i++) sum = (sum * 31 + i) % 1_000_003;
  return performance.now() - startedAt + (sum < 0 ? 1 : 0);
}
