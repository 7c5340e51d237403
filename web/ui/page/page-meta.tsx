import { useDocumentTitle } from './document-title.ts';

interface PageMetaProps {
  title: string;
  /** Keeps personal pages and staff pages out of search engines. */
  noindex?: boolean | undefined;
}

export function PageMeta({ title, noindex = false }: PageMetaProps) {
  useDocumentTitle(title);
  return noindex ? <meta name="robots" content="noindex" /> : null;
}
