/** The name, place, and number of ZIP codes of a city. */
export type City = [name: string, x: number, y: number, zips: number];

export interface StateOutline {
  /** The two-letter code. */
  code: string;
  name: string;
  /** An SVG path. */
  land: string;
  /** Where the name goes. */
  middle: [x: number, y: number];
  box: [west: number, north: number, east: number, south: number];
}

export interface UsStates {
  outlines: StateOutline[];
  /** The largest cities of all states. */
  cities: City[];
}

export interface StateDetails {
  /** SVG paths: the state, and the borders of its counties. */
  land: string;
  borders: string;
  cities: City[];
}
