import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';

/** Paths of files and endpoints, which the server handles instead of the router. */
const SERVER_PATHS = /^\/(api|files)\/|\.[a-z\d]+$/i;

/** Returns the link's path in the router, or null if the browser should follow the link. */
function findInnerPath(link: HTMLAnchorElement): string | null {
  const { origin, pathname, search, hash } = new URL(link.href, window.location.href);
  const isExternal = origin !== window.location.origin || link.target !== '' || link.hasAttribute('download');
  return isExternal || SERVER_PATHS.test(pathname) ? null : pathname + search + hash;
}

/**
 * Routes clicks on plain <a> links in published HTML through the router. Attach the ref to the HTML's
 * container.
 */
export function useInnerLinks(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const followLink = useEffectEvent((event: MouseEvent) => {
    const isPlainClick =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !isPlainClick || !(event.target instanceof Element)) return;
    const link = event.target.closest('a');
    const page = link === null ? null : findInnerPath(link);
    if (page === null) return;
    event.preventDefault();
    void navigate(page);
  });

  useEffect(() => {
    const { current } = element;
    const onClick = (event: MouseEvent) => followLink(event);
    current?.addEventListener('click', onClick);
    return () => current?.removeEventListener('click', onClick);
  }, []);

  return element;
}
