import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

interface CopyButtonProps {
  value: string;
  /** What is copied, for whom cannot see it: 'Copy membership ID'. */
  label: string;
}

/** Copies and says so, on the button and aloud. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2_500);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      // Browsers refuse on pages without HTTPS and where the visitor forbade it.
      setState('failed');
    }
  }

  const words = { idle: label, copied: 'Copied', failed: 'Please copy it by hand' };
  return (
    <Button variant="quiet" onClick={copy}>
      <span aria-live="polite">{words[state]}</span>
    </Button>
  );
}
