import { Button } from '#web/ui/button.tsx';
import classes from './results/results.module.css';
import type { SearchSort } from './search-address.ts';
import { DownloadIcon } from './search-icons.tsx';
import type { SearchValues } from './search-values.ts';
import { useDownload } from './use-download.ts';

/** Downloads all matches in the chosen order, not just the current page. */
export function DownloadButton({ values, sort }: { values: SearchValues; sort: SearchSort }) {
  const download = useDownload();
  return (
    <div className={classes.download}>
      <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate({ values, sort })}>
        <span className={classes.withIcon}>
          <DownloadIcon size={20} /> Download
        </span>
      </Button>
      {download.isError ? (
        <p role="alert" className={classes.downloadError}>
          Could not download results, please try again.
        </p>
      ) : null}
    </div>
  );
}
