import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePreloadWhenIdle } from '#web/lib/preload-when-idle.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('loads once the page is idle, and survives a failed load', () => {
  let runIdle = () => {};
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    runIdle = callback;
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', vi.fn());
  const load = vi.fn(async () => {
    throw new TypeError('Failed to fetch');
  });
  const { unmount } = renderHook(() => usePreloadWhenIdle(load));
  expect(load).not.toHaveBeenCalled();
  runIdle();
  expect(load).toHaveBeenCalledTimes(1);
  unmount();
});

test('loads after a while in a browser that doesn’t say when it is idle, unless the visitor left', () => {
  // Like such a browser, jsdom has no `requestIdleCallback`, but Vitest's fake timers would add it.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(window).not.toHaveProperty('requestIdleCallback');
  const load = vi.fn(async () => {});
  renderHook(() => usePreloadWhenIdle(load));
  vi.advanceTimersByTime(5_000);
  expect(load).toHaveBeenCalledTimes(1);

  renderHook(() => usePreloadWhenIdle(load)).unmount();
  vi.advanceTimersByTime(5_000);
  expect(load).toHaveBeenCalledTimes(1);
});

test('loads nothing early for a visitor who saves data', () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  const load = vi.fn(async () => {});
  renderHook(() => usePreloadWhenIdle(load));
  vi.advanceTimersByTime(5_000);
  expect(load).not.toHaveBeenCalled();
});
