import { readSiteSettings } from '../content/site-settings.shared.ts';
import { videoLink } from '../lib/video-link.ts';

/** The foreign origins that a document of ours may reach, as the settings stand; it may reach no other. */
export interface PageOrigins {
  /** Of video players. */
  frames: string[];
  /** Of videos that are files. */
  media: string[];
  /** Where page views are counted. */
  connect: string[];
}

/** Reads them out of the public settings: the webinar's video, the home page's, the analytics address. */
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
