import { useEffect, useId } from 'react';
import { documentTitle, SITE_NAME } from '#server/lib/pages.shared.ts';

/** The titles of all mounted components, innermost last: the page, its modal, the modal's step. */
const titles = new Map<string, string>();

function updateTitle() {
  document.title = documentTitle([...titles.values()].at(-1) ?? SITE_NAME);
}

export function useDocumentTitle(title: string) {
  const id = useId();
  // Two effects, so that a changed title keeps its position in the map.
  useEffect(() => {
    titles.set(id, title);
    updateTitle();
  }, [id, title]);
  useEffect(
    () => () => {
      titles.delete(id);
      updateTitle();
    },
    [id],
  );
}
