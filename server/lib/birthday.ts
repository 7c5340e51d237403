const BIRTHDAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const OLDEST_YEAR = 1900;

/** 'MM/DD/YYYY' as 'YYYY-MM-DD'; null where there is no such day. */
export function parseBirthday(typed: string): string | null {
  const [, month = '', day = '', year = ''] = BIRTHDAY.exec(typed) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return month !== '' && exists && Number(year) >= OLDEST_YEAR ? `${year}-${month}-${day}` : null;
}

/** How many whole years somebody born on a day is old on another, both 'YYYY-MM-DD'. */
export function ageOn(birthday: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4));
  return today.slice(5) < birthday.slice(5) ? years - 1 : years;
}
