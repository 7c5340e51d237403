import { useId } from 'react';
import classes from './account-tabs.module.css';
import { MembershipsTab } from './memberships-tab.tsx';

/** The tabs of /user (SPEC section 2); Memberships is the one that there is. */
export function AccountTabs() {
  const id = useId();
  return (
    <>
      <div role="tablist" aria-label="Account" className={classes.tabs}>
        <button
          type="button"
          role="tab"
          id={`${id}-tab`}
          aria-selected="true"
          aria-controls={`${id}-panel`}
          className={classes.tab}
        >
          Memberships
        </button>
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab`}>
        <MembershipsTab />
      </div>
    </>
  );
}
