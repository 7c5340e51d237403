import classes from './billing.module.css';
import { PaymentMethods } from './payment-methods.tsx';

/** The Billing tab: one section per subject. */
export function Billing() {
  return (
    <div className={classes.sections}>
      <PaymentMethods />
    </div>
  );
}
