import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type MapSize, type MapView, panBy, zoomAt } from './map-view.ts';
import type { MapPoint } from './projection.ts';

const ZOOM_STEP = 1.6;
const PAN_STEP_PIXELS = 80;
/** A pointer that moved no farther than this was a click. */
const CLICK_PIXELS = 5;

const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [PAN_STEP_PIXELS, 0],
  ArrowRight: [-PAN_STEP_PIXELS, 0],
  ArrowUp: [0, PAN_STEP_PIXELS],
  ArrowDown: [0, -PAN_STEP_PIXELS],
};
const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP };

interface MapGestures {
  mapElement: RefObject<HTMLElement | null>;
  size: MapSize;
  onChange(change: (view: MapView) => MapView): void;
}

/**
 * Moves the map by dragging, with the arrow keys, or to a clicked place. Zooms by pinching, with keys, and
 * with the wheel. The wheel scrolls the page until the map has focus.
 */
export function useMapGestures({ mapElement, size, onChange }: MapGestures) {
  const pointers = useRef(new Map<number, MapPoint>());
  const movedPixels = useRef(0);
  const middle = { x: size.width / 2, y: size.height / 2 };
  const zoom = (factor: number, pixel = middle) => onChange((view) => zoomAt(view, size, factor, pixel));

  const onWheel = (event: WheelEvent) => {
    const element = mapElement.current;
    if (element === null || !(event.ctrlKey || element.contains(document.activeElement))) return;
    event.preventDefault();
    const corner = element.getBoundingClientRect();
    // Browsers report a pinch on a touchpad as small turns of the wheel with the Ctrl key.
    const speed = event.ctrlKey ? 0.01 : 0.002;
    zoom(Math.exp(-event.deltaY * speed), { x: event.clientX - corner.x, y: event.clientY - corner.y });
  };
  const onWheelRef = useRef(onWheel);
  useEffect(() => {
    onWheelRef.current = onWheel;
  });
  useEffect(() => {
    const element = mapElement.current;
    const listener = (event: WheelEvent) => onWheelRef.current(event);
    // React's own listener is passive, so it couldn't keep the page from scrolling.
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [mapElement]);

  const readPixel = (event: PointerEvent<HTMLElement>): MapPoint => {
    const corner = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - corner.x, y: event.clientY - corner.y };
  };

  return {
    zoomIn: () => zoom(ZOOM_STEP),
    zoomOut: () => zoom(1 / ZOOM_STEP),
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.target instanceof Element && event.target.closest('button') !== null) return;
        if (pointers.current.size === 0) movedPixels.current = 0;
        pointers.current.set(event.pointerId, readPixel(event));
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const from = pointers.current.get(event.pointerId);
        if (from === undefined) return;
        const to = readPixel(event);
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        pointers.current.set(event.pointerId, to);
        movedPixels.current += Math.hypot(to.x - from.x, to.y - from.y);
        if (other === undefined) return onChange((view) => panBy(view, to.x - from.x, to.y - from.y));
        const spread = (point: MapPoint) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
        zoom(spread(to) / spread(from), other);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const wasDown = pointers.current.delete(event.pointerId);
        if (!wasDown || movedPixels.current > CLICK_PIXELS) return;
        const pixel = readPixel(event);
        onChange((view) => panBy(view, middle.x - pixel.x, middle.y - pixel.y));
      },
      onPointerCancel: (event: PointerEvent<HTMLElement>) => {
        pointers.current.delete(event.pointerId);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const [arrow, factor] = [ARROWS[event.key], ZOOM_KEYS[event.key]];
        if (arrow) onChange((view) => panBy(view, ...arrow));
        else if (factor) zoom(factor);
        else return;
        event.preventDefault();
      },
    },
  };
}
