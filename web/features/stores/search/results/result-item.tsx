import type { ReactNode } from 'react';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Badge } from '../../badge.tsx';
import { getDisplayHost } from '../../display-host.ts';
import { PromotionsLink } from '../../promotions/promotions-link.tsx';
import { StoreLogo } from '../../store-logo.tsx';
import { formatAddressLines, formatCategories, formatMiles } from '../../store-text.ts';
import { GlobeIcon, PhoneIcon, PinIcon } from '../search-icons.tsx';
import type { FoundStore } from '../use-savings.ts';
import classes from './result-item.module.css';

interface ResultItemProps {
  store: FoundStore;
  /** The result's number in the list and on the map. Null if the search has no place, and so no map. */
  number: number | null;
  /** Called with null when the result is no longer highlighted. */
  onHighlight(number: number | null): void;
}

export function ResultItem({ store, number, onHighlight }: ResultItemProps) {
  const nameId = `store-${store.id}`;
  return (
    <li
      className={classes.item}
      data-premier={store.isPremier || undefined}
      onPointerEnter={() => onHighlight(number)}
      onPointerLeave={() => onHighlight(null)}
      onFocus={() => onHighlight(number)}
      onBlur={() => onHighlight(null)}
    >
      <article aria-labelledby={nameId}>
        <div className={classes.logo}>
          <StoreLogo key={store.logo} name={store.businessname} logo={store.logo} />
        </div>
        <div className={classes.title}>
          <h3 id={nameId}>
            {number === null ? null : (
              <span className={classes.number} aria-hidden="true">
                {number}
              </span>
            )}
            {store.businessname}
          </h3>
          <p className={classes.kinds}>{formatCategories(store)}</p>
          <ResultMarks store={store} />
        </div>
        <Contact store={store} />
        <div className={classes.promotions}>
          <PromotionsLink store={store} nameId={nameId} />
        </div>
      </article>
    </li>
  );
}

function ResultMarks({ store }: { store: FoundStore }) {
  const { isPremier, isNational, distanceMiles } = store;
  if (!isPremier && !isNational && distanceMiles === null) return null;
  return (
    <p className={classes.marks}>
      {distanceMiles === null ? null : <span className={classes.distance}>{formatMiles(distanceMiles)}</span>}
      {isPremier ? <Badge tone="premier">Premier</Badge> : null}
      {isNational ? <Badge>National</Badge> : null}
    </p>
  );
}

function Contact({ store }: { store: FoundStore }) {
  const lines = formatAddressLines(store);
  const { phone, url } = store;
  const host = url === null ? null : getDisplayHost(url);
  return (
    <div className={classes.contact}>
      {store.isPlaceholder || lines.length === 0 ? (
        <Line icon={<PinIcon size={18} />}>{store.isNational ? 'Nationwide' : 'No address'}</Line>
      ) : (
        <Line icon={<PinIcon size={18} />}>
          <div className={classes.where}>
            <address>{lines.join(', ')}</address>
            <CopyButton value={lines.join('\n')} label="Copy address" />
          </div>
        </Line>
      )}
      {phone === null ? null : (
        <Line icon={<PhoneIcon size={18} />}>
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        </Line>
      )}
      {url === null || host === null ? null : (
        <Line icon={<GlobeIcon size={18} />}>
          <a href={url} target="_blank" rel="noopener">
            {host}
          </a>
        </Line>
      )}
    </div>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.line}>
      {icon}
      {children}
    </div>
  );
}
