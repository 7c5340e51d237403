import { useLocation, useSearchParams } from 'react-router';
import { opensModal } from '#web/lib/history-state.ts';

const PARAMS = { page: 'page', find: 'find', replace: 'replace', add: 'add', edit: 'edit' } as const;

function parsePage(text: string | null): number {
  const page = Number(text ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1;
}

/** The company page keeps its page number, its search, and its open modal in the URL. */
export function useCompanySearchParams() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();

  function buildSearch(changes: Partial<Record<keyof typeof PARAMS, string | null>>): string {
    const newParams = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') newParams.delete(name);
      else newParams.set(name, value);
    }
    const text = newParams.toString();
    return text === '' ? '' : `?${text}`;
  }

  return {
    page: parsePage(params.get(PARAMS.page)),
    find: params.get(PARAMS.find) ?? '',
    /** The membership number of the card to replace, or null. */
    replace: params.get(PARAMS.replace),
    isAdding: params.get(PARAMS.add) === 'cards',
    isEditing: params.get(PARAMS.edit) === 'company',
    pageLink: (page: number) => ({ search: buildSearch({ page: page === 1 ? null : String(page) }) }),
    /** These links open a modal without changing the page number or the search. */
    replaceLink: (number: string) => ({
      to: { search: buildSearch({ replace: number }) },
      state: opensModal,
    }),
    addLink: () => ({ to: { search: buildSearch({ add: 'cards' }) }, state: opensModal }),
    editLink: () => ({ to: { search: buildSearch({ edit: 'company' }) }, state: opensModal }),
    searchCards(find: string) {
      const next = new URLSearchParams(buildSearch({ find, page: null }));
      setParams(next, { replace: true, state });
    },
  };
}
