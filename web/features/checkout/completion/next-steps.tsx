import type { ReactNode } from 'react';
import { paths } from '#server/lib/pages.shared.ts';
import { ArrowIcon } from '#web/ui/icons.tsx';
import classes from './completion.module.css';

export function NextSteps({ children }: { children: ReactNode }) {
  return <ul className={classes.steps}>{children}</ul>;
}

/** `children` says where the link leads. The whole row is clickable. */
export function NextStep({ link, children }: { link: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.step}>
      <div>
        {link}
        <p>{children}</p>
      </div>
      <ArrowIcon />
    </li>
  );
}

interface ReceiptStepProps {
  purchaseId: string;
  label: string;
  children?: ReactNode;
}

export function ReceiptStep({ purchaseId, label, children }: ReceiptStepProps) {
  return (
    <NextStep
      link={
        <a href={paths.receipt(purchaseId)} target="_blank" rel="noopener">
          {label}
        </a>
      }
    >
      We also emailed it to you.{children}
    </NextStep>
  );
}
