interface Located {
  latitude: number;
  longitude: number;
}

const RADIANS = Math.PI / 180;
const EARTH_MILES = 3958.8;

/** Returns the great-circle distance. */
export function measureMiles(a: Located, b: Located): number {
  const north = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const east = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const cosines = Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS);
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(north * north + cosines * east * east)));
}

/** Returns the item nearest to the position. Of equally near items, the first one. */
export function findNearest<Item extends Located>(
  items: readonly Item[],
  position: Located,
): { item: Item; miles: number } | undefined {
  let nearest: { item: Item; miles: number } | undefined;
  for (const item of items) {
    const miles = measureMiles(item, position);
    if (!nearest || miles < nearest.miles) nearest = { item, miles };
  }
  return nearest;
}

/**
 * Returns the ZIP code nearest to the median of a city's ZIP codes (D72). An average could be in a lake, and
 * one wrong position would move it.
 */
export function findCenter<Zip extends Located>(zips: readonly Zip[]): Zip | undefined {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  return findNearest(zips, {
    latitude: median(zips.map(({ latitude }) => latitude)),
    longitude: median(zips.map(({ longitude }) => longitude)),
  })?.item;
}
