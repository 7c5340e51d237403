import { findCenter, findNearest, measureMiles } from '../city-center.ts';
import { toCityKey } from '../city-key.ts';
import { findCensusCenter, measureMilesOutside, type Position, type SourceZip } from './sources.ts';

export interface CheckedZip extends Position {
  zip: string;
  city: string;
  state: string;
}

export interface ZipReport {
  /** The ZIP codes, by why their position was changed or why they were left out. */
  corrected: Record<'from the Census gazetteer' | 'to their city or neighbors', string[]>;
  refused: string[];
}

/** Beyond this, a ZIP code is far from its Census center or from its city's others. */
export const FAR_MILES = 15;
/** The outlines are coarse, and leave out small islands. */
const OUTSIDE_MILES = 3;
const FAR_OUTSIDE_MILES = 10;
/** How far a ZIP code may be from the nearest other one with the same first three digits. */
const FAR_FROM_PREFIX_MILES = 75;

interface Candidate extends SourceZip {
  /** True if the Census Bureau knows the ZIP code's area. */
  isVerified: boolean;
}

type LocatedCandidate = Candidate & Position;

/**
 * Corrects or refuses ZIP codes whose position is unknown, outside their state, or far from the Census center
 * or from their city's other ZIP codes (D72).
 */
export function checkZips(sources: readonly SourceZip[]): { zips: CheckedZip[]; report: ZipReport } {
  const report: ZipReport = {
    corrected: { 'from the Census gazetteer': [], 'to their city or neighbors': [] },
    refused: [],
  };
  const candidates = sources.map((source): Candidate => {
    const census = findCensusCenter(source.zip);
    if (!census) return { ...source, isVerified: false };
    const position = choosePosition(source, census);
    if (position === census) report.corrected['from the Census gazetteer'].push(describe(source));
    return { ...source, position, isVerified: position !== null };
  });
  const verified = candidates.flatMap((zip) => (zip.isVerified ? locate(zip) : []));
  const verifiedByCity = Map.groupBy(verified, cityOf);
  const verifiedByPrefix = Map.groupBy(verified, prefixOf);
  const zips = candidates.flatMap((candidate): CheckedZip[] => {
    const { zip, city, state, position, isVerified } = candidate;
    if (isVerified && position) return [{ zip, city, state, ...position }];
    const cityZips = verifiedByCity.get(cityOf(candidate)) ?? [];
    const neighbors = cityZips.length > 0 ? cityZips : (verifiedByPrefix.get(prefixOf(candidate)) ?? []);
    const maxMiles = cityZips.length > 0 ? FAR_MILES : FAR_FROM_PREFIX_MILES;
    const nearest = findNearest(neighbors, position ?? findCensusCenter(zip) ?? NOWHERE);
    const isPlausible = position && !isOutside(state, position) && (nearest?.miles ?? 0) <= maxMiles;
    // A newer ZIP code must have neighbors: some of its source's entries are in the wrong state.
    if (
      isPlausible &&
      (nearest || measureMilesOutside(state, position) !== null || isFreelyAssociated(state))
    )
      return [{ zip, city, state, ...position }];
    const isNearNeighbors = nearest && nearest.miles <= FAR_FROM_PREFIX_MILES;
    const center = findCenter(cityZips) ?? (isNearNeighbors ? nearest.item : undefined);
    if (!center) {
      report.refused.push(describe(candidate));
      return [];
    }
    report.corrected['to their city or neighbors'].push(describe(candidate));
    return [{ zip, city, state, latitude: center.latitude, longitude: center.longitude }];
  });
  return { zips, report };
}

/** In the Atlantic, far from every ZIP code. */
const NOWHERE: Position = { latitude: 0, longitude: 0 };

/**
 * The source's position if it is near the Census center, and otherwise that center. An area may extend into
 * another state, so the other one is better if only it is inside the state. Null if both are far outside.
 */
function choosePosition({ state, position }: SourceZip, census: Position): Position | null {
  const isNear = position !== null && measureMiles(position, census) <= FAR_MILES;
  const options = isNear ? [position, census] : position ? [census, position] : [census];
  const inside = options.find((option) => !isOutside(state, option));
  if (inside) return inside;
  const [first = census] = options;
  return (measureMilesOutside(state, first) ?? 0) > FAR_OUTSIDE_MILES ? null : first;
}

const locate = (zip: Candidate): LocatedCandidate[] => (zip.position ? [{ ...zip, ...zip.position }] : []);
const cityOf = ({ state, city }: SourceZip) => `${state} ${toCityKey(city)}`;
const prefixOf = ({ state, zip }: SourceZip) => `${state} ${zip.slice(0, 3)}`;
const describe = ({ zip, city, state }: SourceZip) => `${zip} ${city}, ${state}`;

/** Micronesia, the Marshall Islands, and Palau have ZIP codes, but no figures of the Census Bureau. */
const isFreelyAssociated = (state: string) => ['FM', 'MH', 'PW'].includes(state);

function isOutside(state: string, position: Position): boolean {
  return (measureMilesOutside(state, position) ?? 0) > OUTSIDE_MILES;
}
