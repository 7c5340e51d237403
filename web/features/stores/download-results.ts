import type { SavingsFilters } from '#server/stores/savings-search.schema.ts';
import { csrfHeaders } from '#web/lib/csrf.ts';
import { paths } from '#web/lib/paths.ts';

const FILE = 'SearchResults.txt';

async function fetchResults(filters: SavingsFilters | null): Promise<Blob> {
  const answer = await fetch(paths.searchDownload(), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...(await csrfHeaders()) },
    body: JSON.stringify(filters),
  });
  if (!answer.ok) throw new Error(`The download answered ${answer.status}`);
  return answer.blob();
}

function save(content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = FILE;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers begin to read it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Saves every match of a search (SPEC section 7, POST /api/search/download). */
export async function downloadResults(filters: SavingsFilters | null): Promise<void> {
  save(await fetchResults(filters));
}
