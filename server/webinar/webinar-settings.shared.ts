import { type VideoLink, videoLink } from '../lib/video-link.ts';

/** What the public settings say of the webinar (DESIGN D34). */
export interface WebinarSettings {
  /** Null where staff have set none yet, or one that cannot be shown. */
  video: VideoLink | null;
  /** What is given for the survey and for the sign-up, in words: '$5', '$50' (SPEC section 9). */
  surveyReward: string;
  signUpReward: string;
}

export function readWebinarSettings(settings: Readonly<Record<string, string>>): WebinarSettings {
  return {
    video: videoLink(settings.webinarlink),
    surveyReward: settings.surveyReward || '$5',
    signUpReward: settings.signUpReward || '$50',
  };
}
