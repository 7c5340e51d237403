import { paths } from '#server/lib/pages.shared.ts';
import classes from '#web/features/catalog/business/business-info.module.css';
import { ButtonLink } from '#web/ui/button.tsx';
import { useFriendBonus } from './use-friend-bonus.ts';

/** Suggests the Friend role to people who don't post online. */
export function FriendBand() {
  const bonus = useFriendBonus();
  return (
    <section className={classes.band} aria-labelledby="friend-title">
      <div>
        <h2 id="friend-title">Few followers, but good friends?</h2>
        <p>
          Sign up as a friend and earn {bonus ?? 'a fixed bonus'} once for each person you refer, when they
          make their first paid purchase.
        </p>
      </div>
      <ButtonLink to={paths.educatorSignup('friend')} variant="accent" size="lg">
        Become a Friend
      </ButtonLink>
    </section>
  );
}
