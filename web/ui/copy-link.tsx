import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './copy-link.module.css';

const SHOWN_MS = 4_000;

interface CopyLinkProps {
  link(): string;
  /** Where it leads, for whom cannot see it: 'the Deluxe Membership'. */
  to: string;
}

/** Copies a link and says so; where the browser refuses, the link is shown, selected. */
export function CopyLink({ link, to }: CopyLinkProps) {
  const [copied, setCopied] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    const address = link();
    setRefused(null);
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // Browsers refuse on pages without HTTPS and where the visitor forbade it.
      setCopied(false);
      setRefused(address);
    }
  }

  return (
    <div className={classes.copy}>
      <Button variant="quiet" onClick={copy}>
        Copy link<VisuallyHidden> to {to}</VisuallyHidden>
      </Button>
      {/* There from the beginning, so that what it says is read aloud and nothing moves. */}
      <p role="status" className={classes.status}>
        {copied ? 'Link copied' : null}
      </p>
      {refused === null ? null : <SelectedLink link={refused} to={to} />}
    </div>
  );
}

function SelectedLink({ link, to }: { link: string; to: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <div className={classes.byHand}>
      <label htmlFor={id}>
        Please copy this link by hand<VisuallyHidden> ({to})</VisuallyHidden>
      </label>
      <input ref={input} id={id} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
    </div>
  );
}
