import type { OpenHours } from '#server/domains/stores/hours.schema.ts';

/** Formats a day's hours as '9:30 AM – 5:30 PM'. */
export function formatHours(hours: OpenHours): string {
  if (hours === null) return 'Closed';
  const { opens, closes } = hours;
  const text = `${formatTime(opens)} – ${formatTime(closes)}`;
  return closes < opens ? `${text} (next day)` : text;
}

function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}
