import { Fragment, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { toPhoneLink } from '#server/lib/readers/phone-link.ts';
import { withLogin } from '#web/features/accounts/login-address.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Badge } from '../../badge.tsx';
import { DirectionsLink } from '../../directions-link.tsx';
import { getDisplayHost } from '../../display-host.ts';
import { Offer } from '../../offers/offer.tsx';
import { withPromotions } from '../../promotions/promotions-address.ts';
import { StoreLogo } from '../../store-logo.tsx';
import { formatAddressLines, formatCategories, formatMiles } from '../../store-text.ts';
import { useCountAction } from '../../use-count-action.ts';
import { GlobeIcon, PhoneIcon, PinIcon } from '../search-icons.tsx';
import type { FoundStore } from '../use-savings.ts';
import classes from './result-item.module.css';

const LOGIN_LABEL = 'Login to check Promotions';

interface PromotionsLinkProps {
  store: FoundStore;
  nameId: string;
}

/** Links to a store's promotions, to the login, or to the plans, depending on what the visitor may see. */
function PromotionsLink({ store, nameId }: PromotionsLinkProps) {
  const location = useLocation();
  const viewer = trpc.viewer.user.useQuery();
  const { promotionsCount, promotionsDisabled } = store;
  if (promotionsCount === 0) return <p className={classes.none}>No promotions right now</p>;

  const isMissingMembership = promotionsDisabled && Boolean(viewer.data);
  const target = isMissingMembership
    ? { to: paths.pricing() }
    : {
        to: promotionsDisabled ? withLogin(location) : withPromotions(location.search, store.id),
        state: opensModal,
      };
  return (
    <>
      {/* One link for all states, so that focus returns to it after a login. */}
      <ButtonLink
        {...target}
        variant={promotionsDisabled ? 'secondary' : 'primary'}
        aria-describedby={nameId}
      >
        {promotionsDisabled ? LOGIN_LABEL : `View promotions (${promotionsCount})`}
      </ButtonLink>
      {isMissingMembership ? (
        <Link to={paths.pricing()} className={classes.join}>
          Get a membership
        </Link>
      ) : null}
    </>
  );
}

interface ResultItemProps {
  store: FoundStore;
  /** The result's number in the list and on the map. Null if the search has no place and the map is closed. */
  number: number | null;
  /** True if the visitor chose this result on the map. */
  isSelected?: boolean;
  /** Called with null when the result is no longer highlighted. */
  onHighlight(number: number | null): void;
}

export function ResultItem({ store, number, isSelected = false, onHighlight }: ResultItemProps) {
  const nameId = `store-${store.id}`;
  const { search } = useLocation();
  return (
    <li
      className={classes.item}
      data-premier={store.isPremier || undefined}
      data-selected={isSelected || undefined}
      onPointerEnter={() => onHighlight(number)}
      onPointerLeave={() => onHighlight(null)}
      onFocus={() => onHighlight(number)}
      onBlur={() => onHighlight(null)}
    >
      <article aria-labelledby={nameId}>
        <div className={classes.logo}>
          <StoreLogo key={store.logo} name={store.businessname} logo={store.logo} />
          {number === null ? null : (
            <span className={classes.number} aria-hidden="true">
              {number}
            </span>
          )}
        </div>
        <div className={classes.title}>
          <h3 id={nameId}>
            <Link
              to={paths.store(store.slug, store.id)}
              state={{ resultsSearch: search }}
              className={classes.name}
            >
              {store.businessname}
            </Link>
          </h3>
          <div className={classes.about}>
            <p>{formatCategories(store)}</p>
            <ResultMarks store={store} />
          </div>
        </div>
        <Contact store={store} />
        <div className={classes.promotions}>
          <Offer {...store} isHidden={store.promotionsDisabled && store.promotionsCount > 0} />
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
  const countAction = useCountAction(store.slug);
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
            <address>
              {lines.map((line, index) => (
                <Fragment key={line}>
                  <span>{index < lines.length - 1 ? `${line},` : line}</span>{' '}
                </Fragment>
              ))}
            </address>
            <DirectionsLink slug={store.slug} address={store} businessName={store.businessname} />
          </div>
        </Line>
      )}
      {phone === null ? null : (
        <Line icon={<PhoneIcon size={18} />}>
          <a href={toPhoneLink(phone)} onClick={() => countAction('calls')}>
            {phone}
          </a>
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
