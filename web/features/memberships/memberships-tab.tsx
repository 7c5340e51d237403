import layout from '#web/ui/styles/layout.module.css';
import { MembershipList } from './membership-list.tsx';
import classes from './memberships-tab.module.css';

export function MembershipsTab() {
  return (
    <div className={classes.columns}>
      <div>
        <MembershipList />
      </div>
      <section aria-labelledby="next-invoice" className={`${layout.sunkenCard} ${classes.invoice}`}>
        <h2 id="next-invoice">Next Invoice</h2>
        <p>Feature Coming Soon</p>
      </section>
    </div>
  );
}
