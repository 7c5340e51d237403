import { useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { StoreLogo } from '../store-logo.tsx';
import classes from './own-favorites.module.css';

/** Lists the businesses that a member saved. Other accounts see it only if they have saved some. */
export function OwnFavorites({ isMember }: { isMember: boolean }) {
  const favorites = trpc.favorites.list.useQuery();
  const remove = trpc.favorites.remove.useMutation();
  const utils = trpc.useUtils();
  const heading = useRef<HTMLHeadingElement>(null);
  const isEmpty = favorites.data?.length === 0;
  if (favorites.isPending || (isEmpty && !isMember)) return null;

  async function removeFavorite(businessId: string) {
    await remove.mutateAsync({ businessId });
    await utils.favorites.list.invalidate();
    void utils.savings.business.invalidate();
    // The button that had focus is gone, so move focus to the heading.
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="own-favorites" className={classes.section}>
      <h2 id="own-favorites" ref={heading} tabIndex={-1}>
        Favorites
      </h2>
      {favorites.data === undefined ? (
        <ErrorBox message={toFailure(favorites.error).message} onRetry={() => void favorites.refetch()} />
      ) : null}
      {isEmpty ? (
        <EmptyState
          headingLevel={3}
          title="You don’t have any favorites yet"
          action={<ButtonLink to={paths.savings()}>Find businesses</ButtonLink>}
        >
          Open a business’s page and choose Favorite to save it here.
        </EmptyState>
      ) : null}
      <ul className={layout.tightList}>
        {favorites.data?.map(({ id, slug, name, type, logo, city, state, promotionsCount }) => (
          <li key={id} className={classes.item}>
            <StoreLogo key={logo} name={name} logo={logo} />
            <div className={classes.text}>
              <Link to={paths.store(slug)}>{name}</Link>
              <p>
                {[type, [city, state].filter(Boolean).join(', '), formatOffers(promotionsCount)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <ConfirmedAction
              label="Remove Favorite"
              targetName={name}
              keepLabel="Keep Favorite"
              danger={false}
              onConfirm={() => removeFavorite(id)}
            >
              <p>{name} will be removed from your favorites.</p>
            </ConfirmedAction>
          </li>
        ))}
      </ul>
    </section>
  );
}

function formatOffers(count: number): string {
  if (count === 0) return 'No promotions right now';
  return count === 1 ? '1 promotion' : `${count} promotions`;
}
