/**
 * USPS abbreviations from Publication 28, appendices B and C. The abbreviation comes first, then the words it
 * replaces.
 */
const SUFFIXES = `
ALY ALLEY; ANX ANNEX; ARC ARCADE; AVE AVENUE AV AVEN AVENU; BYU BAYOU; BCH BEACH; BND BEND; BLF BLUFF;
BLVD BOULEVARD BOUL BOULV; BR BRANCH; BRG BRIDGE; BRK BROOK; BYP BYPASS; CP CAMP; CYN CANYON; CSWY CAUSEWAY;
CTR CENTER CENTRE CENT; CIR CIRCLE CIRC CRCL; CLF CLIFF; CMN COMMON; COR CORNER; CT COURT CRT; CTS COURTS; CV COVE;
CRK CREEK; CRES CRESCENT CRSENT; XING CROSSING; DL DALE; DR DRIVE DRIV DRV; EST ESTATE; ESTS ESTATES;
EXPY EXPRESSWAY EXPRESS; EXT EXTENSION; FLS FALLS; FRY FERRY; FLD FIELD; FLDS FIELDS; FLT FLAT; FRD FORD; FRST FOREST;
FRK FORK; FT FORT; FWY FREEWAY; GDN GARDEN; GDNS GARDENS; GTWY GATEWAY; GLN GLEN; GRN GREEN; GRV GROVE; HBR HARBOR;
HVN HAVEN; HTS HEIGHTS; HWY HIGHWAY HIWAY; HL HILL; HLS HILLS; HOLW HOLLOW; IS ISLAND; JCT JUNCTION; KNL KNOLL;
LK LAKE; LKS LAKES; LNDG LANDING; LN LANE; LGT LIGHT; LDG LODGE; MNR MANOR; MDW MEADOW; MDWS MEADOWS; ML MILL;
MLS MILLS; MSN MISSION; MTWY MOTORWAY; MT MOUNT; MTN MOUNTAIN; ORCH ORCHARD; PARK PARK; PKWY PARKWAY PKY; PASS PASS;
PATH PATH; PIKE PIKE; PNE PINE; PNES PINES; PL PLACE; PLN PLAIN; PLNS PLAINS; PLZ PLAZA; PT POINT; PRT PORT;
PR PRAIRIE; RADL RADIAL; RNCH RANCH; RPDS RAPIDS; RST REST; RDG RIDGE; RIV RIVER; RD ROAD; RTE ROUTE; ROW ROW;
RUN RUN; SHR SHORE; SHRS SHORES; SKWY SKYWAY; SPG SPRING; SPGS SPRINGS; SPUR SPUR; SQ SQUARE; STA STATION;
STRM STREAM; ST STREET STR STRT; SMT SUMMIT; TER TERRACE TERR; TRCE TRACE; TRL TRAIL; TUNL TUNNEL; TPKE TURNPIKE;
UN UNION; VLY VALLEY; VIA VIADUCT; VW VIEW; VLG VILLAGE; VIS VISTA; WALK WALK; WALL WALL; WAY WAY WY; WL WELL;
WLS WELLS
`;

const DIRECTIONS = `
N NORTH; S SOUTH; E EAST; W WEST; NE NORTHEAST; NW NORTHWEST; SE SOUTHEAST; SW SOUTHWEST
`;

const UNITS = `
APT APARTMENT; BLDG BUILDING; DEPT DEPARTMENT; FL FLOOR; HNGR HANGAR; LOT LOT; PH PENTHOUSE; RM ROOM; SPC SPACE;
STE SUITE; TRLR TRAILER; UNIT UNIT
`;

function indexBySpelling(list: string): ReadonlyMap<string, string> {
  const entries = list.split(';').flatMap((group) => {
    const words = group.trim().split(/\s+/);
    return words.map((word): [string, string] => [word, words[0] ?? word]);
  });
  return new Map(entries);
}

const STREET_SUFFIXES = indexBySpelling(SUFFIXES);
const DIRECTION_WORDS = indexBySpelling(DIRECTIONS);
const UNIT_WORDS = indexBySpelling(UNITS);

const PO_BOX = /^(?:P\s?O\s?|POST OFFICE )?BOX (\w+)$/;
/** Matches boxes on rural and highway routes and at military post offices. */
const ROUTE_BOX = /^(?:(RR|RURAL ROUTE|HC|PSC|CMR|UNIT) )(\w+) BOX (\w+)$/;
const HOUSE_NUMBER = /^(?:\d[\dA-Z/-]*|[NSEW]\d+[NSEW]\d+)$/;

/** USPS prints addresses in capitals, without accents and punctuation. */
export function toPlainCapitals(line: string): string {
  return line
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[.,;:"]/g, ' ')
    .replace(/#\s*/g, '# ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** 'Apartment 4b' becomes 'APT 4B', and '#4b' becomes '# 4B'. */
export function normalizeUnit(line: string): string {
  const [firstWord = '', ...rest] = toPlainCapitals(line).split(' ');
  return [UNIT_WORDS.get(firstWord) ?? firstWord, ...rest].join(' ');
}

interface StreetLines {
  street: string;
  /** The apartment or suite, if the line contains one. */
  unit: string | null;
}

/**
 * Converts a street line to USPS's spelling. Returns null if it has neither a box nor a house number with a
 * street name, because no mail could be delivered there.
 */
export function normalizeStreet(line: string): StreetLines | null {
  const capitals = toPlainCapitals(line);
  const box = PO_BOX.exec(capitals);
  if (box) return { street: `PO BOX ${box[1]}`, unit: null };
  const route = ROUTE_BOX.exec(capitals);
  if (route) {
    const kind = route[1] === 'RURAL ROUTE' ? 'RR' : route[1];
    return { street: `${kind} ${route[2]} BOX ${route[3]}`, unit: null };
  }
  const words = capitals.split(' ');
  const [number = ''] = words;
  if (!HOUSE_NUMBER.test(number)) return null;
  const { name, unit } = splitUnit(words.slice(1));
  if (name.length === 0) return null;
  return { street: [number, ...abbreviate(name)].join(' '), unit };
}

/** Splits off 'APT 4' or '# 4' at the end of the line. */
function splitUnit(words: string[]): { name: string[]; unit: string | null } {
  const unitIndex = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && (word === '#' || isUnitWord(word)),
  );
  if (unitIndex < 0) return { name: words, unit: null };
  return { name: words.slice(0, unitIndex), unit: normalizeUnit(words.slice(unitIndex).join(' ')) };
}

function isUnitWord(word: string): boolean {
  return UNIT_WORDS.has(word);
}

/**
 * Abbreviates directions and the street suffix, but not a word that is itself the street's name: NORTH STREET
 * becomes NORTH ST, and AVENUE B doesn't change.
 */
function abbreviate(words: string[]): string[] {
  const abbreviatedWords = [...words];
  const lastIndex = words.length - 1;
  const trailingDirection = lastIndex > 0 ? DIRECTION_WORDS.get(words[lastIndex] ?? '') : undefined;
  const suffixIndex = trailingDirection && lastIndex > 1 ? lastIndex - 1 : lastIndex;
  const suffix = suffixIndex > 0 ? STREET_SUFFIXES.get(words[suffixIndex] ?? '') : undefined;
  if (suffix) abbreviatedWords[suffixIndex] = suffix;
  if (trailingDirection && (suffix || lastIndex > 1)) abbreviatedWords[lastIndex] = trailingDirection;
  const leadingDirection = DIRECTION_WORDS.get(words[0] ?? '');
  const isNameItself = suffix !== undefined && suffixIndex === 1;
  if (leadingDirection && lastIndex > 0 && !isNameItself) abbreviatedWords[0] = leadingDirection;
  return abbreviatedWords;
}
