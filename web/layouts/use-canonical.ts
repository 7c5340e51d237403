import { useEffect } from 'react';

/**
 * Browsers share a page under its document's canonical address, which is that of the page it was opened at. It goes
 * with whoever goes on to another page.
 */
export function useCanonical(pathname: string): void {
  useEffect(() => {
    const link = document.head.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (!link) return;
    const { path = pathname } = link.dataset;
    link.dataset.path = pathname;
    if (path !== pathname) link.href = new URL(pathname, link.href).href;
  }, [pathname]);
}
