import { useMutation } from '@tanstack/react-query';
import { csrfHeaders } from '#web/lib/csrf.ts';
import { paths } from '#web/lib/paths.ts';
import { checkValues, type SearchValues } from './search-values.ts';

const FILE = 'SearchResults.txt';

async function fetchResults(values: SearchValues): Promise<Blob> {
  const answer = await fetch(paths.searchDownload(), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...(await csrfHeaders()) },
    body: JSON.stringify(checkValues(values).filters),
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

/** Every match of a search as a file (SPEC section 7, POST /api/search/download). */
export function useDownload() {
  return useMutation({
    // Without a network it fails, and says so, instead of waiting for one.
    networkMode: 'always',
    mutationFn: async (values: SearchValues) => save(await fetchResults(values)),
  });
}
