import { useDocumentTitle } from './document-title.ts';

interface PageMetaProps {
  title: string;
  /** Pages that belong to one person or to staff stay out of search engines. */
  noindex?: boolean | undefined;
}

export function PageMeta({ title, noindex = false }: PageMetaProps) {
  useDocumentTitle(title);
  return noindex ? <meta name="robots" content="noindex" /> : null;
}
