import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../button.tsx';
import classes from './message-box.module.css';

interface ErrorBoxProps {
  title?: string | undefined;
  message: ReactNode;
  /** If set, a "Try again" button is shown. */
  onRetry?: () => void;
  /** Moves focus to the box when it appears. Set this if the error follows a button press. */
  focus?: boolean;
}

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
