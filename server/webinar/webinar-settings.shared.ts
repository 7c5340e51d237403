import { type VideoLink, videoLink } from '../lib/video-link.ts';

export interface WebinarSettings {
  /** Null if none is set, or if it can't be shown. */
  video: VideoLink | null;
  /** The rewards for the survey and for the sign-up: '$5', '$50'. */
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
