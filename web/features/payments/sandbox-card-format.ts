/** The text of a card field, formatted and validated as in Stripe's fields. */
export interface FormattedField {
  readonly text: string;
  readonly empty: boolean;
  readonly complete: boolean;
  /** Set only if further typing can't fix the text. */
  readonly error?: CardError;
}

export interface CardError {
  readonly type: 'validation_error';
  readonly code: string;
  readonly message: string;
}

const makeCardError = (code: string, message: string): CardError => ({
  type: 'validation_error',
  code,
  message,
});

export const INCOMPLETE = {
  cardNumber: makeCardError('incomplete_number', 'Your card number is incomplete.'),
  cardExpiry: makeCardError('incomplete_expiry', "Your card's expiration date is incomplete."),
  cardCvc: makeCardError('incomplete_cvc', "Your card's security code is incomplete."),
  postalCode: makeCardError('incomplete_zip', 'Your postal code is incomplete.'),
};
export type Part = keyof typeof INCOMPLETE;

const BRANDS: readonly [RegExp, string][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^3[068]/, 'diners'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
];

export function detectBrand(digits: string): string {
  return BRANDS.find(([pattern]) => pattern.test(digits))?.[1] ?? 'unknown';
}

export function stripNonDigits(text: string): string {
  return text.replace(/\D/g, '');
}

export function readNumber(input: string): FormattedField {
  const brand = detectBrand(stripNonDigits(input));
  const length = brand === 'amex' ? 15 : brand === 'diners' && /^36/.test(stripNonDigits(input)) ? 14 : 16;
  const digits = stripNonDigits(input).slice(0, length);
  const text = length === 16 ? groupDigits(digits, [4, 4, 4, 4]) : groupDigits(digits, [4, 6, length - 10]);
  const isComplete = digits.length === length;
  const isValid = isComplete && passesLuhn(digits);
  return {
    text,
    empty: digits === '',
    complete: isValid,
    ...(isComplete && !isValid
      ? { error: makeCardError('invalid_number', 'Your card number is invalid.') }
      : {}),
  };
}

/** Formats `1234` and `12/2034` as `12 / 34`. Doesn't add the slash while the user deletes. */
export function readExpiry(typed: string, isDeleting: boolean, today = new Date()): FormattedField {
  let digits = stripNonDigits(typed);
  if (/^[2-9]/.test(digits) || /^\d\s*\//.test(typed)) digits = `0${digits}`;
  if (digits.length === 6) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  const [month, year] = [digits.slice(0, 2), digits.slice(2)];
  const text = year !== '' || (month.length === 2 && !isDeleting) ? `${month} / ${year}` : month;
  const isEmpty = digits === '';
  if (month.length === 2 && (Number(month) < 1 || Number(month) > 12)) {
    return {
      text,
      empty: isEmpty,
      complete: false,
      error: makeCardError('invalid_expiry_month', "Your card's expiration date is invalid."),
    };
  }
  if (year.length < 2) return { text, empty: isEmpty, complete: false };
  const [y, thisYear] = [2000 + Number(year), today.getFullYear()];
  if (y < thisYear) {
    return {
      text,
      empty: isEmpty,
      complete: false,
      error: makeCardError('invalid_expiry_year_past', "Your card's expiration year is in the past."),
    };
  }
  if (y === thisYear && Number(month) < today.getMonth() + 1) {
    return {
      text,
      empty: isEmpty,
      complete: false,
      error: makeCardError('invalid_expiry_month_past', "Your card's expiration date is in the past."),
    };
  }
  return { text, empty: isEmpty, complete: true };
}

export function readCvc(typed: string, brand: string): FormattedField {
  const length = brand === 'amex' ? 4 : 3;
  const text = stripNonDigits(typed).slice(0, brand === 'unknown' ? 4 : length);
  return { text, empty: text === '', complete: text.length >= length };
}

export function readPostalCode(typed: string): FormattedField {
  const text = typed.slice(0, 10);
  return { text, empty: text === '', complete: text.trim().length >= 5 };
}

function groupDigits(digits: string, sizes: readonly number[]): string {
  const parts: string[] = [];
  let offset = 0;
  for (const size of sizes) {
    if (offset < digits.length) parts.push(digits.slice(offset, offset + size));
    offset += size;
  }
  return parts.join(' ');
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [n, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (1 + (n % 2));
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
