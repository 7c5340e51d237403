import { z } from 'zod';
import { isPrintable, tooLong, UNPRINTABLE_ERROR } from '../lib/line-rules.ts';
import { centsToDollars, parseDollars } from '../lib/money.ts';
import { emailLine } from '../lib/text.ts';
import { videoLink } from '../lib/video-link.ts';
import { webLink } from './site-settings.shared.ts';

// Validates a setting as staff type it and returns the stored form. Empty means 'not set'.

const line = z.string().trim().max(200, tooLong(200)).refine(isPrintable, UNPRINTABLE_ERROR);
const words = line.refine((value) => value !== '', 'Write at least a word');
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

interface Setting {
  about: string;
  value: z.ZodType<string>;
}

/** Every setting that staff can change, in display order (D34). */
export const SETTINGS = {
  supportPhone: { about: 'support telephone', value: line },
  supportEmail: { about: 'support address: visitors’ messages go there', value: email },
  contactHours: { about: 'when the telephone is answered', value: line },
  responseTime: { about: 'how soon messages are answered', value: words },
  friendBonus: { about: 'dollars that a Friend gets for a person who joined', value: dollars },
  communityFund: { about: 'where donated commissions go, as it stands in a sentence', value: words },
  webinarlink: { about: 'the webinar’s video', value: video },
  surveyReward: { about: 'what the webinar’s survey gives', value: words },
  signUpReward: { about: 'what the webinar’s sign-up gives', value: words },
  facebookLink: { about: 'our page there', value: link },
  instagramLink: { about: 'our page there', value: link },
  twitterLink: { about: 'our page there', value: link },
  youtubeLink: { about: 'our channel there', value: link },
  linkedinLink: { about: 'our page there', value: link },
  pinterestLink: { about: 'our page there', value: link },
  appStoreLink: { about: 'our app in Apple’s App Store', value: link },
  playStoreLink: { about: 'our app in Google Play', value: link },
  homeVideo1: { about: 'the home page’s first video', value: video },
  homeVideo1Title: { about: 'the words above it', value: words },
  homeVideo2: { about: 'the home page’s second video', value: video },
  homeVideo2Title: { about: 'the words above it', value: words },
  analyticsLink: { about: 'where page views are counted; the privacy policy should say so', value: link },
  newsletter: { about: 'whether the newsletter’s box is shown: yes or no', value: yesNo },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof SETTINGS;

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}

/** A settings file: any of the keys, each with its text. */
export const settingsFile = z.record(z.string().max(100), z.string());
