import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { icon } from '#web/ui/icons.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './business-page.module.css';
import type { BusinessPageData } from './business-page-data.ts';

const HEART = 'M12 20s-7.5-4.6-7.5-10.2A4.2 4.2 0 0 1 12 7.2a4.2 4.2 0 0 1 7.5 2.6C19.5 15.4 12 20 12 20z';
const HeartIcon = icon(<path d={HEART} />);
const FilledHeartIcon = icon(<path d={HEART} fill="currentColor" />);

/** Only members save favorites. Others see how to become one. */
export function FavoriteButton({ page }: { page: BusinessPageData }) {
  const viewer = trpc.viewer.user.useQuery();
  const [isFavorite, setFavorite] = useState(page.isFavorite);
  const [error, setError] = useState<string | null>(null);
  const utils = trpc.useUtils();
  const add = trpc.favorites.add.useMutation();
  const remove = trpc.favorites.remove.useMutation();

  if (!viewer.data?.hasValidMembership && !isFavorite) {
    return (
      <p className={classes.favoriteHint}>
        <Link to={paths.pricing()}>Get a membership</Link> to save favorites.
      </p>
    );
  }

  async function toggle() {
    const change = isFavorite ? remove : add;
    setError(null);
    setFavorite(!isFavorite);
    try {
      await change.mutateAsync({ businessId: page.id });
      void utils.favorites.list.invalidate();
      void utils.savings.business.invalidate();
    } catch (failure) {
      setFavorite(isFavorite);
      setError(toFailure(failure).message);
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        aria-pressed={isFavorite}
        busy={add.isPending || remove.isPending}
        onClick={() => void toggle()}
      >
        <span className={layout.withIcon}>
          {isFavorite ? <FilledHeartIcon size={20} /> : <HeartIcon size={20} />}
          Favorite
        </span>
      </Button>
      {error === null ? null : (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </>
  );
}
