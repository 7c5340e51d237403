import type { SavingsSearch } from '#server/domains/stores/search/savings-search.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { getCsrfHeaders } from '#web/lib/csrf.ts';
import { saveFile } from '#web/lib/save-file.ts';

const FILE_NAME = 'SearchResults.txt';

async function fetchResults(search: Partial<SavingsSearch>): Promise<Blob> {
  const response = await fetch(paths.searchDownload(), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...(await getCsrfHeaders()) },
    body: JSON.stringify(search),
  });
  if (!response.ok) throw new Error(`The download returned status ${response.status}`);
  return response.blob();
}

export async function downloadResults(search: Partial<SavingsSearch>): Promise<void> {
  saveFile(await fetchResults(search), FILE_NAME);
}
