import { z } from 'zod';
import { OVERDUE_DAYS } from '../lib/business-rules.ts';
import { isPrintable, tooLong, UNPRINTABLE_ERROR } from '../lib/line-rules.ts';
import { centsToDollars, parseDollars } from '../lib/money.ts';
import { emailLine } from '../lib/text.ts';
import { videoLink } from '../lib/video-link.ts';
import { webLink } from './site-settings.shared.ts';

// These schemas validate a setting that staff entered and convert it to its stored form. Empty means 'not
// set'.

const line = z.string().trim().max(200, tooLong(200)).refine(isPrintable, UNPRINTABLE_ERROR);
const nonEmptyLine = line.refine((value) => value !== '', 'Write at least a word');
const email = z.union([z.literal(''), emailLine('')], { error: 'Invalid Email' });
const link = line.refine(
  (value) => value === '' || webLink(value) !== null,
  'Use a full link: https://… or http://…',
);
const video = line.refine(
  (value) => value === '' || videoLink(value) !== null,
  'Use an https link to an .mp4 or .webm file, or to a video of YouTube or Vimeo',
);
const dollars = z.string().transform((value, ctx) => {
  const cents = parseDollars(value);
  if (cents !== null) return centsToDollars(cents);
  ctx.addIssue({ code: 'custom', message: 'Use dollars: 5 or 5.00' });
  return z.NEVER;
});
const yesNo = z.enum(['yes', 'no'], { error: 'Use yes or no' });

/**
 * Parses a list of days, such as '3, 7, 13'. Ignores anything that isn't a whole number of up to three
 * digits.
 */
export function parseDays(text: string): number[] {
  const days = text.split(/[\s,]+/).flatMap((part) => (/^\d{1,3}$/.test(part) ? [Number(part)] : []));
  return [...new Set(days)];
}

const daysUpTo = (max: number) =>
  line.regex(/^\d{1,3}(?:[\s,]+\d{1,3})*$/, 'Use whole numbers: 3, 7, 13').transform((text, ctx) => {
    const days = parseDays(text);
    if (days.every((day) => day >= 1 && day <= max)) return days.join(', ');
    ctx.addIssue({ code: 'custom', message: `Use numbers from 1 to ${max}` });
    return z.NEVER;
  });

interface Setting {
  description: string;
  value: z.ZodType<string>;
}

/** Every setting that staff can change, in display order (D34). */
export const SETTINGS = {
  supportPhone: { description: 'support telephone', value: line },
  supportEmail: { description: 'support address: visitors’ messages go there', value: email },
  postalAddress: {
    description: 'our postal address: at the foot of every newsletter, and on receipts',
    value: line,
  },
  contactHours: { description: 'when the telephone is answered', value: line },
  responseTime: { description: 'how soon messages are answered', value: nonEmptyLine },
  unpaidReminderDays: {
    description: 'days after a failed charge on which its payer is reminded',
    value: daysUpTo(OVERDUE_DAYS - 1),
  },
  renewalReminderDays: {
    description: 'days before a yearly plan renews on which its payer is reminded',
    value: daysUpTo(90),
  },
  friendBonus: { description: 'dollars that a Friend gets for a person who joined', value: dollars },
  communityFund: {
    description: 'where donated commissions go, as it stands in a sentence',
    value: nonEmptyLine,
  },
  webinarlink: { description: 'the webinar’s video', value: video },
  surveyReward: { description: 'what the webinar’s survey gives', value: nonEmptyLine },
  signUpReward: { description: 'what the webinar’s sign-up gives', value: nonEmptyLine },
  facebookLink: { description: 'our page there', value: link },
  instagramLink: { description: 'our page there', value: link },
  twitterLink: { description: 'our page there', value: link },
  youtubeLink: { description: 'our channel there', value: link },
  linkedinLink: { description: 'our page there', value: link },
  pinterestLink: { description: 'our page there', value: link },
  appStoreLink: { description: 'our app in Apple’s App Store', value: link },
  playStoreLink: { description: 'our app in Google Play', value: link },
  homeVideo1: { description: 'the home page’s first video', value: video },
  homeVideo1Title: { description: 'the words above it', value: nonEmptyLine },
  homeVideo2: { description: 'the home page’s second video', value: video },
  homeVideo2Title: { description: 'the words above it', value: nonEmptyLine },
  analyticsLink: {
    description: 'where page views are counted; the privacy policy should say so',
    value: link,
  },
  newsletter: { description: 'whether the newsletter’s box is shown: yes or no', value: yesNo },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof SETTINGS;

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}

export const settingsFile = z.record(z.string().max(100), z.string());
