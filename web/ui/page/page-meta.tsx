import { useDocumentTitle } from './document-title.ts';

interface PageMetaProps {
  title: string;
  /** Set this for personal pages and staff pages, which search engines must not list. */
  noindex?: boolean | undefined;
}

export function PageMeta({ title, noindex = false }: PageMetaProps) {
  useDocumentTitle(title);
  return noindex ? <meta name="robots" content="noindex" /> : null;
}
