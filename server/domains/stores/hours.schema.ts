import { z } from 'zod';
import { WEEKDAYS } from './hours.shared.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Null if the business is closed that day. If `closes` is earlier than `opens`, it is on the next day. */
const openHours = z.object({ opens: z.string().regex(TIME), closes: z.string().regex(TIME) }).nullable();
export type OpenHours = z.infer<typeof openHours>;

export const weekHours = z.array(openHours).length(WEEKDAYS.length);
export type WeekHours = z.infer<typeof weekHours>;

/** Returns null if the hours are unknown or malformed. */
export function parseHours(storedHours: unknown): WeekHours | null {
  return weekHours.safeParse(storedHours).data ?? null;
}

const MISSING_TIME = 'Please enter a time';
const timeText = z.string({ error: MISSING_TIME }).max(20, MISSING_TIME);

/** A day as a form sends it. The times of a closed day are ignored. */
const dayInput = z
  .object({ isOpen: z.boolean({ error: 'Please enter yes or no' }), opens: timeText, closes: timeText })
  .check(({ value, issues }) => {
    if (!value.isOpen) return;
    const fields = ['opens', 'closes'] as const;
    const missingFields = fields.filter((field) => !TIME.test(value[field]));
    for (const field of missingFields) {
      issues.push({ code: 'custom', input: value[field], path: [field], message: MISSING_TIME });
    }
    if (missingFields.length === 0 && value.opens === value.closes) {
      const message = 'Please choose a time other than the opening time. All day is 12:00 AM to 11:59 PM.';
      issues.push({ code: 'custom', input: value.closes, path: ['closes'], message });
    }
  })
  .transform(({ isOpen, opens, closes }): OpenHours => (isOpen ? { opens, closes } : null));

/**
 * Seven days, Monday first. A week without an open day becomes null, which means that the hours are unknown.
 */
export const hoursInput = z
  .array(dayInput, { error: 'Please list seven days' })
  .length(WEEKDAYS.length, 'Please list seven days')
  .check(({ value: days, issues }) => {
    for (const [index, day] of days.entries()) {
      const nextDay = days[(index + 1) % days.length];
      if (!day || !nextDay || day.closes >= day.opens || day.closes <= nextDay.opens) continue;
      const message = 'Please close before you open the next day';
      issues.push({ code: 'custom', input: day.closes, path: [index, 'closes'], message });
    }
  })
  .transform((days): WeekHours | null => (days.some((day) => day !== null) ? days : null));
