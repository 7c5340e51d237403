import { readSiteSettings } from '../../domains/content/site-settings.shared.ts';
import { listVideos, videoLink } from '../../lib/video-link.ts';

/** The foreign origins that the current settings let our pages load from, besides Stripe's and Google's. */
export interface PageOrigins {
  /** Embedded video players. */
  frames: string[];
  /** Video files. */
  media: string[];
  /** The analytics service. */
  connect: string[];
}

export function readPageOrigins(settings: Readonly<Record<string, string>>): PageOrigins {
  const { videos, analyticsLink } = readSiteSettings(settings);
  const webinar = videoLink(settings.webinarlink);
  const allVideos = [...(webinar ? [webinar] : []), ...listVideos(videos).map(({ video }) => video)];
  const listOrigins = (kind: 'frame' | 'file') => [
    ...new Set(allVideos.filter((video) => video.kind === kind).map(({ origin }) => origin)),
  ];
  return {
    frames: listOrigins('frame'),
    media: listOrigins('file'),
    connect: analyticsLink ? [new URL(analyticsLink).origin] : [],
  };
}
