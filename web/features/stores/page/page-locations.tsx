import type { PageLocation } from '#server/domains/stores/page/business-page.schema.ts';
import { toPhoneLink } from '#server/lib/readers/phone-link.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { DirectionsLink } from '../directions-link.tsx';
import { formatAddressLines, formatCount } from '../store-text.ts';
import { useCountAction } from '../use-count-action.ts';
import classes from './business-page.module.css';
import type { BusinessPageData } from './business-page-data.ts';
import { HoursTable } from './hours-table.tsx';

export function PageLocations({ page }: { page: BusinessPageData }) {
  const { slug, name, locations, locationsCount, isNational } = page;
  if (locations.length === 0) return null;
  const isSingle = locations.length === 1;
  return (
    <section aria-labelledby="business-locations" className={`${layout.sunkenCard} ${classes.card}`}>
      <h2 id="business-locations">{isSingle ? 'Location' : `${formatCount(locationsCount)} locations`}</h2>
      <ul className={layout.list}>
        {locations.map((location) => (
          <LocationItem
            key={location.id}
            slug={slug}
            name={name}
            location={location}
            isNational={isNational}
            isSingle={isSingle}
          />
        ))}
      </ul>
      {locationsCount > locations.length ? (
        <p className={classes.small}>Search by ZIP code to find the one near you.</p>
      ) : null}
    </section>
  );
}

interface LocationItemProps {
  slug: string;
  name: string;
  location: PageLocation;
  isNational: boolean;
  /** Shows the hours right away instead of on demand. */
  isSingle: boolean;
}

function LocationItem({ slug, name, location, isNational, isSingle }: LocationItemProps) {
  const { street1, city, phone, hours } = location;
  const countAction = useCountAction(slug);
  const hasAddress = street1 !== null || city !== null;
  const lines = hasAddress ? formatAddressLines(location) : [isNational ? 'Nationwide' : 'No address'];
  return (
    <li className={classes.location}>
      <address>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <div className={classes.actions}>
        {hasAddress ? (
          <DirectionsLink
            slug={slug}
            address={location}
            businessName={`${name}, ${lines.join(', ')}`}
            variant={isSingle ? 'primary' : 'secondary'}
          />
        ) : null}
        {phone === null ? null : (
          <ButtonLink to={toPhoneLink(phone)} variant="secondary" onClick={() => countAction('calls')}>
            Call {phone}
          </ButtonLink>
        )}
      </div>
      {hours === null ? null : isSingle ? (
        <HoursTable hours={hours} />
      ) : (
        <details>
          <summary>Hours</summary>
          <HoursTable hours={hours} />
        </details>
      )}
    </li>
  );
}
