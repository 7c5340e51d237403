import { type VideoLink, videoLink } from '../../lib/video-link.ts';

export interface WebinarSettings {
  /** Null if no video is set, or if its link isn't supported. */
  video: VideoLink | null;
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
