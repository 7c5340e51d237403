import { useEffect } from 'react';

/** Browsers share a page under its canonical address, so it must follow the router from page to page. */
export function useCanonical(pathname: string): void {
  useEffect(() => {
    const link = document.head.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (!link) return;
    const { path = pathname } = link.dataset;
    link.dataset.path = pathname;
    if (path !== pathname) link.href = new URL(pathname, link.href).href;
  }, [pathname]);
}
