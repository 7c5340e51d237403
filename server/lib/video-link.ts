/** A video that can be shown on a page, and the one origin that it comes from. */
export interface VideoLink {
  /** A file is played by the browser itself, which tells when it ends; a frame holds somebody else's player. */
  kind: 'file' | 'frame';
  src: string;
  origin: string;
}

const FILE = /\.(?:mp4|m4v|webm|ogv)$/i;
/** A host may hold signs that would end a value in a header. */
const PLAIN_HOST = /^[a-z\d.-]+$/;
const YOUTUBE_HOSTS = ['youtube.com', 'm.youtube.com', 'youtube-nocookie.com', 'youtu.be'];
const VIMEO_HOSTS = ['vimeo.com', 'player.vimeo.com'];

function frame(src: string): VideoLink {
  return { kind: 'frame', src, origin: new URL(src).origin };
}

/** 'watch?v=ID', 'embed/ID', 'shorts/ID', 'live/ID' or 'youtu.be/ID', shown without cookies. */
function youtube({ pathname, searchParams }: URL): VideoLink | null {
  const id = searchParams.get('v') ?? pathname.split('/').at(-1) ?? '';
  return /^[\w-]{11}$/.test(id) ? frame(`https://www.youtube-nocookie.com/embed/${id}?rel=0`) : null;
}

/** 'ID', 'ID/HASH' or 'video/ID?h=HASH', shown without tracking. */
function vimeo({ pathname, searchParams }: URL): VideoLink | null {
  const [, id, hash = searchParams.get('h')] =
    /^\/(?:video\/)?(\d{5,12})(?:\/([\da-f]+))?\/?$/.exec(pathname) ?? [];
  if (!id) return null;
  const secret = hash && /^[\da-f]+$/.test(hash) ? `&h=${hash}` : '';
  return frame(`https://player.vimeo.com/video/${id}?dnt=1${secret}`);
}

/**
 * How a link is shown: an MP4 or WebM file, or a video of YouTube or Vimeo in its player. Null for anything else:
 * https alone, and nothing that would let another page in.
 */
export function videoLink(link: string | null | undefined): VideoLink | null {
  const url = link ? URL.parse(link.trim()) : null;
  if (url?.protocol !== 'https:' || url.username || url.password || !PLAIN_HOST.test(url.hostname))
    return null;
  const host = url.hostname.replace(/^www\./, '');
  if (YOUTUBE_HOSTS.includes(host)) return youtube(url);
  if (VIMEO_HOSTS.includes(host)) return vimeo(url);
  return FILE.test(url.pathname) ? { kind: 'file', src: url.href, origin: url.origin } : null;
}
