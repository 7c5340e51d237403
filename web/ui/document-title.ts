import { useEffect, useId } from 'react';

const SITE = 'Everything Card';

/** Titles in force, the innermost last: a wizard's step over its modal over its page. */
const titles = new Map<string, string>();

function show() {
  const innermost = [...titles.values()].at(-1);
  document.title = innermost === undefined || innermost === SITE ? SITE : `${innermost} | ${SITE}`;
}

/** Names the page in the browser's tab and history for as long as the component is there. */
export function useDocumentTitle(title: string) {
  const id = useId();
  // Two effects: a title that changes keeps its place among the others.
  useEffect(() => {
    titles.set(id, title);
    show();
  }, [id, title]);
  useEffect(
    () => () => {
      titles.delete(id);
      show();
    },
    [id],
  );
}
