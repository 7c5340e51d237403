import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './copy-link.module.css';

const MESSAGE_DURATION_MS = 4_000;

interface CopyLinkProps {
  link(): string;
  /** Read by screen readers after "Copy link to", for example 'the Deluxe Membership'. */
  targetName: string;
  variant?: 'quiet' | 'secondary';
}

/** If the browser refuses to copy, shows the link selected, ready to copy by hand. */
export function CopyLink({ link, targetName, variant = 'quiet' }: CopyLinkProps) {
  const [copied, setCopied] = useState(false);
  const [manualLink, setManualLink] = useState<string | null>(null);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), MESSAGE_DURATION_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    const address = link();
    setManualLink(null);
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // Browsers refuse to copy without HTTPS, or if the visitor denied access to the clipboard.
      setCopied(false);
      setManualLink(address);
    }
  }

  return (
    <div className={classes.copy}>
      <Button variant={variant} onClick={copy}>
        Copy link<VisuallyHidden> to {targetName}</VisuallyHidden>
      </Button>
      {/* Always rendered: screen readers announce only changes inside an existing element, and the layout
          doesn't shift. */}
      <p role="status" className={classes.status}>
        {copied ? 'Link copied' : null}
      </p>
      {manualLink === null ? null : <SelectedLink link={manualLink} to={targetName} />}
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
