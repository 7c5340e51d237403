export interface VideoLink {
  /** We play a file ourselves, so we know when it ends. A frame embeds YouTube's or Vimeo's player. */
  kind: 'file' | 'frame';
  src: string;
  origin: string;
}

const VIDEO_FILE = /\.(?:mp4|m4v|webm|ogv)$/i;
/** Other characters could break out of the Content-Security-Policy header. */
const PLAIN_HOST = /^[a-z\d.-]+$/;
const YOUTUBE_HOSTS = ['youtube.com', 'm.youtube.com', 'youtube-nocookie.com', 'youtu.be'];
const VIMEO_HOSTS = ['vimeo.com', 'player.vimeo.com'];

function toFrame(src: string): VideoLink {
  return { kind: 'frame', src, origin: new URL(src).origin };
}

/**
 * Accepts 'watch?v=ID', 'embed/ID', 'shorts/ID', 'live/ID', and 'youtu.be/ID'. The nocookie player sets no
 * cookies.
 */
function parseYouTube({ pathname, searchParams }: URL): VideoLink | null {
  const id = searchParams.get('v') ?? pathname.split('/').at(-1) ?? '';
  return /^[\w-]{11}$/.test(id) ? toFrame(`https://www.youtube-nocookie.com/embed/${id}?rel=0`) : null;
}

/** Accepts 'ID', 'ID/HASH', and 'video/ID?h=HASH'. The parameter `dnt` turns off Vimeo's tracking. */
function parseVimeo({ pathname, searchParams }: URL): VideoLink | null {
  const [, id, hash = searchParams.get('h')] =
    /^\/(?:video\/)?(\d{5,12})(?:\/([\da-f]+))?\/?$/.exec(pathname) ?? [];
  if (!id) return null;
  const hashParameter = hash && /^[\da-f]+$/.test(hash) ? `&h=${hash}` : '';
  return toFrame(`https://player.vimeo.com/video/${id}?dnt=1${hashParameter}`);
}

/** Accepts https links to video files and to YouTube and Vimeo videos. Returns null for any other link. */
export function videoLink(link: string | null | undefined): VideoLink | null {
  const url = link ? URL.parse(link.trim()) : null;
  if (url?.protocol !== 'https:' || url.username || url.password || !PLAIN_HOST.test(url.hostname))
    return null;
  const host = url.hostname.replace(/^www\./, '');
  if (YOUTUBE_HOSTS.includes(host)) return parseYouTube(url);
  if (VIMEO_HOSTS.includes(host)) return parseVimeo(url);
  return VIDEO_FILE.test(url.pathname) ? { kind: 'file', src: url.href, origin: url.origin } : null;
}

/** Parses the links of videos. Leaves out videos whose links aren't supported. */
export function listVideos(
  videos: ReadonlyArray<{ title: string; link: string }>,
): Array<{ title: string; video: VideoLink }> {
  return videos.flatMap(({ title, link }) => {
    const video = videoLink(link);
    return video ? [{ title, video }] : [];
  });
}
