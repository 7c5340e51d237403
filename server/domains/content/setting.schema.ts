import { z } from 'zod';
import { OVERDUE_DAYS } from '../../lib/business-rules.ts';
import { isPrintable, tooLong, UNPRINTABLE_ERROR } from '../../lib/line-rules.ts';
import { centsToDollars } from '../../lib/money.ts';
import { valueOrNull } from '../../lib/readers/reading.ts';
import { readWebAddress } from '../../lib/readers/web-address.ts';
import {
  atMostDollars,
  dollarsUpTo,
  hasOnlyAmountsUpTo,
  MAX_FRIEND_BONUS_CENTS,
  MAX_REWARD_CENTS,
} from '../../lib/staff-bounds.ts';
import { emailLine } from '../../lib/text.ts';
import { videoLink } from '../../lib/video-link.ts';
import { webLink } from './site-settings.shared.ts';

// These schemas validate a setting that staff entered and convert it to its stored form. Empty means 'not
// set'.

interface SettingType {
  /** The type as staff see it, such as 'Email address'. */
  type: string;
  value: z.ZodType<string>;
}

const oneLine = z.string().trim().max(200, tooLong(200)).refine(isPrintable, UNPRINTABLE_ERROR);
const line: SettingType = { type: 'Text, or empty', value: oneLine };
const nonEmptyLine: SettingType = {
  type: 'Text',
  value: oneLine.refine((value) => value !== '', 'Enter at least one word'),
};
const email: SettingType = {
  type: 'Email address, or empty',
  value: z.union([z.literal(''), emailLine('')], { error: 'Invalid Email' }),
};
/** A link without https:// gets it. Text that is no link stays as it is, so that the type's own message shows. */
const cleanLink = z.string().transform((text) => valueOrNull(readWebAddress(text)) ?? text);
const link: SettingType = {
  type: 'Link, or empty',
  value: cleanLink.pipe(
    oneLine.refine(
      (value) => value === '' || webLink(value) !== null,
      'Use a full link: https://… or http://…',
    ),
  ),
};
const video: SettingType = {
  type: 'Link to a video, or empty',
  value: cleanLink.pipe(
    oneLine.refine(
      (value) => value === '' || videoLink(value) !== null,
      'Use an https link to an .mp4 or .webm file, or to a YouTube or Vimeo video',
    ),
  ),
};
const dollarsSettingUpTo = (maxCents: number): SettingType => ({
  type: `Dollars, ${atMostDollars(maxCents).toLowerCase()}`,
  value: dollarsUpTo(maxCents, 'Use dollars: 5 or 5.00').transform(centsToDollars),
});
const reward: SettingType = {
  type: `Text, ${atMostDollars(MAX_REWARD_CENTS).toLowerCase()}`,
  value: nonEmptyLine.value.refine(
    (value) => hasOnlyAmountsUpTo(MAX_REWARD_CENTS, value),
    atMostDollars(MAX_REWARD_CENTS),
  ),
};
const yesNo: SettingType = { type: 'yes or no', value: z.enum(['yes', 'no'], { error: 'Use yes or no' }) };

/**
 * Parses a list of days, such as '3, 7, 13'. Ignores anything that isn't a whole number of up to three
 * digits.
 */
export function parseDays(text: string): number[] {
  const days = text.split(/[\s,]+/).flatMap((part) => (/^\d{1,3}$/.test(part) ? [Number(part)] : []));
  return [...new Set(days)];
}

const daysUpTo = (max: number): SettingType => ({
  type: `Days, from 1 to ${max}`,
  value: oneLine
    .regex(/^\d{1,3}(?:[\s,]+\d{1,3})*$/, 'Use whole numbers: 3, 7, 13')
    .transform((text, ctx) => {
      const days = parseDays(text);
      if (days.every((day) => day >= 1 && day <= max)) return days.join(', ');
      ctx.addIssue({ code: 'custom', message: `Use numbers from 1 to ${max}` });
      return z.NEVER;
    }),
});

interface SettingRule extends SettingType {
  description: string;
}

const socialLink = (network: string): SettingRule => ({ description: `Our page on ${network}`, ...link });

/** Every setting that staff can change, in display order (D34). */
export const SETTINGS = {
  supportPhone: { description: 'Support phone number', ...line },
  supportEmail: { description: 'Support address, which also gets visitors’ messages', ...email },
  sellerName: { description: 'Our legal name, on receipts and in every email', ...nonEmptyLine },
  postalAddress: { description: 'Our postal address, on receipts and in every email', ...line },
  contactHours: { description: 'When the phone is answered', ...line },
  responseTime: { description: 'How soon we answer messages', ...nonEmptyLine },
  unpaidReminderDays: {
    description: 'Days after a failed charge when we remind the payer',
    ...daysUpTo(OVERDUE_DAYS - 1),
  },
  renewalReminderDays: {
    description:
      'Days before a yearly plan renews when we remind the payer. Monthly payers: once a year, on the last of these days',
    ...daysUpTo(90),
  },
  friendBonus: {
    description: 'What a Friend earns for each person who joins',
    ...dollarsSettingUpTo(MAX_FRIEND_BONUS_CENTS),
  },
  communityFund: {
    description: 'Who gets donated commissions, worded to fit inside a sentence',
    ...nonEmptyLine,
  },
  webinarlink: { description: 'The webinar’s video', ...video },
  surveyReward: { description: 'Reward for the webinar’s survey', ...reward },
  signUpReward: { description: 'Reward for signing up after the webinar', ...reward },
  facebookLink: socialLink('Facebook'),
  instagramLink: socialLink('Instagram'),
  twitterLink: socialLink('Twitter'),
  youtubeLink: socialLink('YouTube'),
  linkedinLink: socialLink('LinkedIn'),
  pinterestLink: socialLink('Pinterest'),
  appStoreLink: { description: 'Our app in Apple’s App Store', ...link },
  playStoreLink: { description: 'Our app on Google Play', ...link },
  homeVideo1: { description: 'The home page’s first video', ...video },
  homeVideo1Title: { description: 'The title above the first video', ...nonEmptyLine },
  homeVideo2: { description: 'The home page’s second video', ...video },
  homeVideo2Title: { description: 'The title above the second video', ...nonEmptyLine },
  analyticsLink: {
    description: 'Where page views are counted. The privacy policy should mention it',
    ...link,
  },
  newsletter: { description: 'Whether the newsletter box is shown', ...yesNo },
} as const satisfies Record<string, SettingRule>;

export type SettingKey = keyof typeof SETTINGS;

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}

export const settingKey = z.custom<SettingKey>((key) => typeof key === 'string' && isSettingKey(key));

export const setting = z.object({
  key: settingKey,
  description: z.string(),
  /** A description, such as 'Email address, or empty'. */
  type: z.string(),
  value: z.string(),
  /** The value until staff change it. */
  initialValue: z.string(),
});
export type Setting = z.infer<typeof setting>;

export const settingsFile = z.record(z.string().max(100), z.string());
