import { ResultItem } from '#web/features/stores/search/results/result-item.tsx';
import layout from '#web/ui/styles/layout.module.css';
import type { Business } from './business-data.ts';

/** Shows the business's first locations as members see them in the savings search. */
export function ListingPreview({ business: { preview, locationCount } }: { business: Business }) {
  if (preview.length === 0) return <p>This business has no location, so the search doesn’t show it.</p>;
  const hiddenCount = locationCount - preview.length;
  return (
    <>
      <ul className={layout.tightList}>
        {preview.map((store) => (
          <ResultItem key={store.id} store={store} number={null} onHighlight={() => {}} />
        ))}
      </ul>
      {hiddenCount > 0 ? <p>and {hiddenCount.toLocaleString('en-US')} more locations</p> : null}
    </>
  );
}
