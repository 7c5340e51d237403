const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Checks a bank's nine digits with the checksum of the American Bankers Association. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(text.charAt(index)), 0);
  return sum % 10 === 0;
}
