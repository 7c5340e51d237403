import { paths } from '#server/site/pages.shared.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import classes from './billing.module.css';

/** Lets anyone with the link in an email pay that bill. */
export function GuestBill(_props: { token: string | null }) {
  return (
    <div className={classes.section}>
      <ErrorBox message="Bill not found" />
      <p>Open this page by the link in our e-mail, or log in to see your billing.</p>
      <div>
        <ButtonLink to={paths.billing()}>Go to billing</ButtonLink>
      </div>
    </div>
  );
}
