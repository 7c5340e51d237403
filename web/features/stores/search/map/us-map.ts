/** The name, position, and number of ZIP codes of a city. */
export type City = [name: string, x: number, y: number, zips: number];

export interface StateOutline {
  /** The state's two-letter code. */
  code: string;
  name: string;
  /** An SVG path. */
  land: string;
  /** The position of the state's name. */
  middle: [x: number, y: number];
  box: [west: number, north: number, east: number, south: number];
}

export interface UsStates {
  outlines: StateOutline[];
  /** The largest cities of all states. */
  cities: City[];
}

export interface StateDetails {
  /** SVG paths of the state's area and of its counties' borders. */
  land: string;
  borders: string;
  cities: City[];
}
