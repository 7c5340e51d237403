import { type ReactNode, useEffect, useRef } from 'react';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import classes from './checkout.module.css';

interface RefusedPurchaseProps {
  title: string;
  /** What the account can do instead. */
  action: ReactNode;
  children?: ReactNode;
}

/** Shown instead of the wizard to an account that can't make this purchase. */
export function RefusedPurchase({ title, action, children }: RefusedPurchaseProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  // The element that had focus was replaced, so move focus here for keyboard and screen reader users.
  useEffect(() => containerRef.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={containerRef} tabIndex={-1} className={classes.arrival}>
      <EmptyState headingLevel={3} title={title} action={action}>
        {children}
      </EmptyState>
    </div>
  );
}
