import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../button.tsx';
import classes from './message-box.module.css';

interface ErrorBoxProps {
  title?: string | undefined;
  message: ReactNode;
  /** Offers to try a failed call again. */
  onRetry?: () => void;
  /** Takes the focus when it appears: where somebody pressed a button and waits for an answer. */
  focus?: boolean;
}

/** The red box in which every failed call is shown (SPEC section 8). */
export function ErrorBox({ title = 'There was an Error', message, onRetry, focus = false }: ErrorBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.focus();
  }, [focus]);
  return (
    <div ref={box} role="alert" tabIndex={-1} className={classes.box} data-tone="error">
      <p className={classes.title}>{title}</p>
      <p>{message}</p>
      {onRetry === undefined ? null : (
        <div>
          <Button variant="secondary" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
