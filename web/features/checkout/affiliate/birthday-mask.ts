const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MAX_LENGTH = 10;

const padTwo = (part: string) => (part.length === 1 ? `0${part}` : part);

/** Formats a typed, pasted, or autofilled date as MM/DD/YYYY. */
export function maskBirthday(input: string, previous: string): string {
  const isoMatch = ISO_DATE.exec(input.trim());
  if (isoMatch !== null) return `${isoMatch[2]}/${isoMatch[3]}/${isoMatch[1]}`;
  // Don't reinsert a slash that the user has just deleted.
  if (input.length < previous.length) return input.replace(/[^\d/]/g, '').slice(0, MAX_LENGTH);
  // Pad parts that end with a separator: '1/2/1990' is January 2.
  const parts = input.split(/[^\d]+/).filter((part, index) => part !== '' || index > 0);
  const digits = parts.map((part, index) => (index < parts.length - 1 && index < 2 ? padTwo(part) : part));
  return insertSlashes(digits.join('').slice(0, MAX_LENGTH - 2));
}

/** Inserts the slashes, including one directly after a complete part. */
function insertSlashes(digits: string): string {
  const [month, day, year] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  if (month.length < 2) return month;
  return day.length < 2 ? `${month}/${day}` : `${month}/${day}/${year}`;
}
