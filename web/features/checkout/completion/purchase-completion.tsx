import type { ReactNode } from 'react';
import { paths } from '#server/lib/pages.shared.ts';
import { Button } from '#web/ui/button.tsx';
import { ArrowIcon } from '#web/ui/icons.tsx';
import classes from './completion.module.css';
import { CompletionFrame } from './completion-frame.tsx';

interface PurchaseCompletionProps {
  title?: string;
  heading?: string;
  text: string;
  /** Shown above the next steps. */
  content?: ReactNode;
  onClose(): void;
  /** What the buyer can do next, each a `NextStep`. */
  children: ReactNode;
}

/** The last page of a purchase in a modal. */
export function PurchaseCompletion(props: PurchaseCompletionProps) {
  const {
    title = 'Purchase completed',
    heading = "You're all set!",
    text,
    content,
    onClose,
    children,
  } = props;
  return (
    <CompletionFrame title={title} heading={heading} text={text}>
      {content}
      <ul className={classes.steps}>{children}</ul>
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </CompletionFrame>
  );
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
