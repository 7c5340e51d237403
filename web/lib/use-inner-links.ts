import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';

/** What the server itself sends: files, and what stands under these folders. */
const SERVED = /^\/(api|files)\/|\.[a-z\d]+$/i;

/** The page of ours that a plain click on this link leads to; null where the browser follows it by itself. */
function pageOf(link: HTMLAnchorElement): string | null {
  const { origin, pathname, search, hash } = new URL(link.href, window.location.href);
  const isElsewhere =
    origin !== window.location.origin || link.target !== '' || link.hasAttribute('download');
  return isElsewhere || SERVED.test(pathname) ? null : pathname + search + hash;
}

/**
 * Links to our pages within texts that staff write go there as all others of the site do, and load nothing anew. Heard
 * where the text stands: the texts are plain elements.
 */
export function useInnerLinks(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const follow = useEffectEvent((event: MouseEvent) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !isPlain || !(event.target instanceof Element)) return;
    const link = event.target.closest('a');
    const page = link === null ? null : pageOf(link);
    if (page === null) return;
    event.preventDefault();
    void navigate(page);
  });

  useEffect(() => {
    const { current } = element;
    const listen = (event: MouseEvent) => follow(event);
    current?.addEventListener('click', listen);
    return () => current?.removeEventListener('click', listen);
  }, []);

  return element;
}
