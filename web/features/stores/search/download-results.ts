import { paths } from '#server/site/pages.shared.ts';
import type { SavingsFilters } from '#server/stores/search/savings-search.schema.ts';
import { csrfHeaders } from '#web/lib/csrf.ts';
import { saveFile } from '#web/lib/save-file.ts';

const FILE_NAME = 'SearchResults.txt';

async function fetchResults(filters: SavingsFilters | null): Promise<Blob> {
  const response = await fetch(paths.searchDownload(), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...(await csrfHeaders()) },
    body: JSON.stringify(filters),
  });
  if (!response.ok) throw new Error(`The download answered ${response.status}`);
  return response.blob();
}

/** Downloads all matches of a search. */
export async function downloadResults(filters: SavingsFilters | null): Promise<void> {
  saveFile(await fetchResults(filters), FILE_NAME);
}
