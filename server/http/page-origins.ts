import { readSiteSettings } from '../content/site-settings.shared.ts';
import { videoLink } from '../lib/video-link.ts';

/** The foreign origins that our pages may load from, by the current settings. All others are blocked. */
export interface PageOrigins {
  /** Embedded video players. */
  frames: string[];
  /** Video files. */
  media: string[];
  /** The page view counter. */
  connect: string[];
}

export function readPageOrigins(settings: Readonly<Record<string, string>>): PageOrigins {
  const { videos, analyticsLink } = readSiteSettings(settings);
  const webinar = videoLink(settings.webinarlink);
  const shown = [...(webinar ? [webinar] : []), ...videos.map(({ video }) => video)];
  const origins = (kind: 'frame' | 'file') => [
    ...new Set(shown.filter((video) => video.kind === kind).map(({ origin }) => origin)),
  ];
  return {
    frames: origins('frame'),
    media: origins('file'),
    connect: analyticsLink ? [new URL(analyticsLink).origin] : [],
  };
}
