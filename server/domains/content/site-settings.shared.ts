/** The settings that public pages show. Settings that staff haven't set are left out (D34). */
export interface SiteSettings {
  socialLinks: Array<{ name: string; link: string }>;
  apps: Array<{ name: string; link: string }>;
  /** The home page's videos, at most two. `listVideos` parses the links. */
  videos: Array<{ title: string; link: string }>;
  /** The analytics service's URL, or null if page views are not counted. */
  analyticsLink: string | null;
  hasNewsletter: boolean;
}

const SOCIAL_NETWORKS = {
  facebookLink: 'Facebook',
  instagramLink: 'Instagram',
  twitterLink: 'Twitter',
  youtubeLink: 'YouTube',
  linkedinLink: 'LinkedIn',
  pinterestLink: 'Pinterest',
};
const APP_STORES = { appStoreLink: 'App Store', playStoreLink: 'Google Play' };
const HOME_VIDEOS = { homeVideo1: 'homeVideo1Title', homeVideo2: 'homeVideo2Title' };

type Settings = Readonly<Record<string, string>>;

/** Other characters could break out of the Content-Security-Policy header. */
const PLAIN_HOST = /^[a-z\d.-]+$/;

/** Returns a normalized http(s) URL without credentials, or null for anything else. */
export function webLink(link: string | undefined): string | null {
  const url = link ? URL.parse(link.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return PLAIN_HOST.test(url.hostname) ? url.href : null;
}

function toNamedLinks(settings: Settings, names: Settings): Array<{ name: string; link: string }> {
  return Object.entries(names).flatMap(([key, name]) => {
    const link = webLink(settings[key]);
    return link ? [{ name, link }] : [];
  });
}

export function readSiteSettings(settings: Settings): SiteSettings {
  return {
    socialLinks: toNamedLinks(settings, SOCIAL_NETWORKS),
    apps: toNamedLinks(settings, APP_STORES),
    videos: Object.entries(HOME_VIDEOS).flatMap(([key, titleKey]) => {
      const link = settings[key];
      return link ? [{ title: settings[titleKey] || 'Video', link }] : [];
    }),
    analyticsLink: webLink(settings.analyticsLink),
    hasNewsletter: settings.newsletter !== 'no',
  };
}
