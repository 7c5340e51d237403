const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const LENGTH = 10;

const padded = (part: string) => (part.length === 1 ? `0${part}` : part);

/** What stands in the field as MM/DD/YYYY, from whatever was typed, pasted, or filled in by the browser. */
export function maskedBirthday(typed: string, before: string): string {
  const iso = ISO.exec(typed.trim());
  if (iso !== null) return `${iso[2]}/${iso[3]}/${iso[1]}`;
  // What somebody deletes is not put back.
  if (typed.length < before.length) return typed.replace(/[^\d/]/g, '').slice(0, LENGTH);
  // Who sets separators, of whatever kind, means the parts: '1/2/1990' is January 2nd.
  const parts = typed.split(/[^\d]+/).filter((part, place) => part !== '' || place > 0);
  const digits = parts.map((part, place) => (place < parts.length - 1 && place < 2 ? padded(part) : part));
  return withSlashes(digits.join('').slice(0, LENGTH - 2));
}

/** Digits with their slashes, the one that follows a full part included. */
function withSlashes(digits: string): string {
  const [month, day, year] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  if (month.length < 2) return month;
  return day.length < 2 ? `${month}/${day}` : `${month}/${day}/${year}`;
}
