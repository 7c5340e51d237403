/// <reference path="../../../web/features/stores/search/map/virtual-us-map.d.ts" />
import { loadStates, stateLoaders } from 'virtual:us-map';
import { describe, expect, test } from 'vitest';
import { chooseLabels } from '#web/features/stores/search/map/map-labels.ts';
import {
  canSplit,
  chooseDistance,
  clusterPins,
  fitView,
  isInside,
  panBy,
  showsBox,
  toPlace,
  toScreen,
  zoomAt,
} from '#web/features/stores/search/map/map-view.ts';
import { project, unitsPerMile, unproject } from '#web/features/stores/search/map/projection.ts';

const DENVER = { latitude: 39.74, longitude: -105 };
const BOULDER = { latitude: 40.02, longitude: -105.28 };
const SIZE = { width: 400, height: 300 };

describe('[S2 search] the projection of the map', () => {
  test.each([
    ['Denver', DENVER],
    ['Honolulu', { latitude: 21.31, longitude: -157.86 }],
    ['Guam', { latitude: 13.44, longitude: 144.79 }],
  ])('keeps the place of %s', (_name, place) => {
    const { latitude, longitude } = unproject(project(place));
    expect(latitude).toBeCloseTo(place.latitude, 6);
    expect(longitude).toBeCloseTo(place.longitude, 6);
  });

  test('has north up, east to the right, and true distances', () => {
    const [from, to] = [project(DENVER), project(BOULDER)];
    expect(to.x).toBeLessThan(from.x);
    expect(to.y).toBeLessThan(from.y);
    expect(Math.hypot(to.x - from.x, to.y - from.y) / unitsPerMile(from)).toBeCloseTo(24.4, 0);
  });
});

describe('[S2 search] the view of the map', () => {
  const view = fitView([project(DENVER), project(BOULDER)], SIZE);

  test('shows all results, but no single one closer than a few miles', () => {
    for (const place of [DENVER, BOULDER])
      expect(isInside(toScreen(project(place), view, SIZE), SIZE)).toBe(true);
    const single = fitView([project(DENVER)], SIZE);
    expect(toScreen(project(DENVER), single, SIZE)).toEqual({ x: 200, y: 150 });
    expect(chooseDistance(single, SIZE)).toBe(20);
  });

  test('keeps the place under the pointer when it zooms, and moves by pixels', () => {
    const pixel = { x: 90, y: 40 };
    const place = toPlace(pixel, view, SIZE);
    for (const factor of [3, 0.2]) {
      const { x, y } = toScreen(place, zoomAt(view, SIZE, factor, pixel), SIZE);
      expect([x, y].map(Math.round)).toEqual([90, 40]);
    }
    const { x, y } = toScreen(place, panBy(view, 15, -5), SIZE);
    expect([x, y].map(Math.round)).toEqual([105, 35]);
  });

  test('of a cluster is as close as its results are', () => {
    const nearby = [project(DENVER), project({ latitude: 39.742, longitude: -105.005 })];
    expect(
      clusterPins(
        nearby.map((place) => ({ place })),
        fitView(nearby, SIZE).scale,
        44,
      ),
    ).toHaveLength(1);
    expect(
      clusterPins(
        nearby.map((place) => ({ place })),
        fitView(nearby, SIZE, 0).scale,
        44,
      ),
    ).toHaveLength(2);
  });

  test.each([
    [25, 40],
    [55, 60],
    [90, 100],
    [2_000, 100],
  ])('of %i miles up and down searches within %i', (miles, distance) => {
    const center = project(DENVER);
    expect(chooseDistance({ center, scale: 150 / miles / unitsPerMile(center) }, SIZE)).toBe(distance);
  });
});

describe('[S2 search] the markers of the map', () => {
  const pin = (number: number, x: number, y = 0) => ({ number, place: { x, y } });
  const numbers = (clusters: ReturnType<typeof clusterPins<ReturnType<typeof pin>>>) =>
    clusters.map(({ pins }) => pins.map(({ number }) => number));

  test('are one where they would overlap, and come apart when the map zooms in', () => {
    const pins = [pin(1, 0), pin(2, 100), pin(3, 30), pin(4, 400)];
    expect(numbers(clusterPins(pins, 1, 44))).toEqual([[1, 3], [2], [4]]);
    expect(numbers(clusterPins(pins, 0.2, 44))).toEqual([[1, 2, 3], [4]]);
    expect(numbers(clusterPins(pins, 2, 44))).toEqual([[1], [2], [3], [4]]);
    expect(clusterPins(pins, 1, 44)[0]?.place).toEqual({ x: 15, y: 0 });
  });

  test('hold every result exactly once and never overlap', () => {
    const pins = Array.from({ length: 100 }, (_, n) => pin(n, (n * 37) % 211, (n * 53) % 199));
    for (const scale of [0.1, 1, 5]) {
      const clusteredNumbers = clusterPins(pins, scale, 44).flatMap((cluster) =>
        cluster.pins.map(({ number }) => number),
      );
      expect(clusteredNumbers.sort((a, b) => a - b)).toEqual(pins.map(({ number }) => number));
      const places = clusterPins(pins, scale, 44).map((cluster) => cluster.place);
      for (const [index, one] of places.entries()) {
        for (const other of places.slice(index + 1)) {
          expect(Math.hypot(one.x - other.x, one.y - other.y) * scale).toBeGreaterThanOrEqual(44);
        }
      }
    }
  });

  test('of one address never come apart', () => {
    const [apart] = clusterPins([pin(1, 0), pin(2, 20)], 1, 44);
    const [together] = clusterPins([pin(1, 0), pin(2, 0)], 1, 44);
    expect(apart && canSplit(apart, 44)).toBe(true);
    expect(together && canSplit(together, 44)).toBe(false);
  });
});

describe('[S2 search] the outlines and names of the map', () => {
  test('are of all states, each with counties and cities of its own', async () => {
    const { outlines } = (await loadStates()).default;
    expect(outlines.map(({ code }) => code).sort()).toEqual(Object.keys(stateLoaders).sort());
    expect(outlines).toHaveLength(56);
    const denver = fitView([project(DENVER)], SIZE);
    expect(outlines.filter(({ box }) => showsBox(denver, SIZE, box)).map(({ code }) => code)).toEqual(['CO']);
    const colorado = (await stateLoaders.CO?.())?.default;
    expect(colorado?.borders).toMatch(/^M-?\d+ -?\d+l/);
    const [name, x, y] = colorado?.cities[0] ?? ['', 0, 0];
    expect(name).toBe('Denver');
    const center = project(DENVER);
    expect(Math.hypot(x - center.x, y - center.y) / unitsPerMile(center)).toBeLessThan(5);
  });

  test('show states from afar and cities up close, and no two names overlap', async () => {
    const states = (await loadStates()).default;
    const colorado = (await stateLoaders.CO?.())?.default;
    if (!colorado) throw new Error('Colorado has no outlines');
    const farView = fitView(
      [project({ latitude: 48, longitude: -123 }), project({ latitude: 26, longitude: -70 })],
      SIZE,
    );
    const farNames = chooseLabels(states, [], farView, SIZE, []);
    expect(farNames.filter(({ kind }) => kind === 'state').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Texas', 'CO']),
    );
    const nearLabels = chooseLabels(
      states,
      [colorado],
      fitView([project(DENVER), project(BOULDER)], SIZE),
      SIZE,
      [],
    );
    expect(nearLabels.map(({ text }) => text)).toEqual(expect.arrayContaining(['Denver', 'Boulder']));
    expect(nearLabels.every(({ kind }) => kind === 'city')).toBe(true);
    for (const [index, label] of nearLabels.entries()) {
      for (const other of nearLabels.slice(index + 1)) {
        expect(Math.abs(label.y - other.y) >= 16 || Math.abs(label.x - other.x) >= 20).toBe(true);
      }
    }
  });
});
