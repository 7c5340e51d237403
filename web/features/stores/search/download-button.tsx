import { Button } from '#web/ui/button.tsx';
import classes from './results/results.module.css';
import { DownloadIcon } from './search-icons.tsx';
import type { SearchValues } from './search-values.ts';
import { useDownload } from './use-download.ts';

/** Downloads all matches, not only this page, as SearchResults.txt. */
export function DownloadButton({ values }: { values: SearchValues }) {
  const download = useDownload();
  return (
    <div className={classes.download}>
      <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate(values)}>
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
