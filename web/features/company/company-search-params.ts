import { useLocation, useSearchParams } from 'react-router';
import { opensModal } from '#web/lib/history-state.ts';

const NAMES = { page: 'page', find: 'find', replace: 'replace', add: 'add' } as const;

function parsePage(text: string | null): number {
  const page = Number(text ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1;
}

/** The state of the company page in its URL: page, search, and modal. */
export function useCompanySearchParams() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();

  function searchWith(changes: Partial<Record<keyof typeof NAMES, string | null>>): string {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    }
    const text = next.toString();
    return text === '' ? '' : `?${text}`;
  }

  return {
    page: parsePage(params.get(NAMES.page)),
    find: params.get(NAMES.find) ?? '',
    /** The number of the card to replace. */
    replace: params.get(NAMES.replace),
    adds: params.get(NAMES.add) === 'cards',
    pageLink: (page: number) => ({ search: searchWith({ page: page === 1 ? null : String(page) }) }),
    /** Links that open a modal and keep page and search. */
    replaceLink: (number: string) => ({ to: { search: searchWith({ replace: number }) }, state: opensModal }),
    addLink: () => ({ to: { search: searchWith({ add: 'cards' }) }, state: opensModal }),
    look(find: string) {
      const next = new URLSearchParams(searchWith({ find, page: null }));
      setParams(next, { replace: true, state });
    },
  };
}
