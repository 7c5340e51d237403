import { Button } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { DirectionsLink } from '../../directions-link.tsx';
import { formatAddressLines, formatCategories, formatMiles } from '../../store-text.ts';
import type { FoundStore } from '../use-savings.ts';
import classes from './results-map.module.css';

interface MapSelectionProps {
  store: FoundStore;
  number: number;
}

/** Shows a summary of the chosen result. The list has the rest. */
export function MapSelection({ store, number }: MapSelectionProps) {
  const { businessname, distanceMiles } = store;
  const facts = [formatCategories(store), distanceMiles === null ? '' : formatMiles(distanceMiles)];
  return (
    <section className={classes.selection} aria-label={`Result ${number}`}>
      <p>
        <strong>
          {number}. {businessname}
        </strong>
      </p>
      <p className={classes.facts}>{facts.filter(Boolean).join(' · ')}</p>
      <p className={classes.facts}>{formatAddressLines(store).join(', ')}</p>
      <div className={layout.toolRow}>
        <DirectionsLink slug={store.slug} address={store} businessName={businessname} variant="secondary" />
        <Button variant="quiet" onClick={() => focusResult(store.id)}>
          Show in the list
        </Button>
      </div>
    </section>
  );
}

function focusResult(storeId: string): void {
  const result = document.getElementById(`store-${storeId}`)?.closest('article');
  if (!result) return;
  result.tabIndex = -1;
  result.focus({ preventScroll: true });
  result.scrollIntoView({ block: 'center' });
}

interface SameAddressProps {
  results: ReadonlyArray<MapSelectionProps>;
  onSelect(storeId: string): void;
}

/** Lets the visitor choose among results whose markers overlap at every zoom level. */
export function SameAddress({ results, onSelect }: SameAddressProps) {
  return (
    <section className={classes.selection} aria-label="Businesses at this address">
      <p>
        <strong>{results.length} businesses are here.</strong>
      </p>
      <ul className={layout.plainList}>
        {results.map(({ store, number }) => (
          <li key={store.id}>
            <Button variant="quiet" onClick={() => onSelect(store.id)}>
              {number}. {store.businessname}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
