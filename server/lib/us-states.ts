/** States, territories, and military addresses by USPS abbreviation. */
const STATE_LIST = `
AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware,
DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas,
KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi,
MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York,
NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island,
SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington,
WV West Virginia, WI Wisconsin, WY Wyoming, AS American Samoa, GU Guam, MP Northern Mariana Islands,
PR Puerto Rico, VI U.S. Virgin Islands, AA Armed Forces Americas, AE Armed Forces Europe, AP Armed Forces Pacific
`;

export interface UsState {
  code: string;
  name: string;
}

export const usStates: readonly UsState[] = STATE_LIST.trim()
  .split(/[,\n]+\s*/)
  .map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }));

const toSpelling = (text: string) => text.replaceAll('.', '').trim().toUpperCase();

const CODE_BY_SPELLING = new Map(
  usStates.flatMap(({ code, name }) => [
    [code, code],
    [toSpelling(name), code],
  ]),
);

/** Accepts a state's code or name in any case, also 'N.Y.'. Returns null for unknown states. */
export function usStateCode(text: string): string | null {
  return CODE_BY_SPELLING.get(toSpelling(text)) ?? null;
}

const MILITARY_STATES = ['AA', 'AE', 'AP'];
/** The first digits of the ZIP codes that USPS gives to military and diplomatic addresses. */
const MILITARY_ZIP = /^(?:09|340|96[2-6])/;

/**
 * True if it is a military address. Its mail is forwarded to wherever the unit is, so it has no place on a map
 * (D72). The ZIP code decides if there is one.
 */
export function isMilitaryAddress({ zip, state }: { zip: string | null; state: string | null }): boolean {
  return zip ? MILITARY_ZIP.test(zip) : MILITARY_STATES.includes(state ?? '');
}
