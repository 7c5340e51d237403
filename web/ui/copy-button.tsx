import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

interface CopyButtonProps {
  value: string;
  label: string;
  onCopied?: (() => void) | undefined;
}

/** Confirms the copy on the button and to screen readers. */
export function CopyButton({ value, label, onCopied }: CopyButtonProps) {
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
      onCopied?.();
    } catch {
      // Browsers refuse to copy without HTTPS, or if the visitor denied access to the clipboard.
      setState('failed');
    }
  }

  const texts = { idle: label, copied: 'Copied', failed: 'Please copy it by hand' };
  return (
    <Button variant="quiet" onClick={copy}>
      <span aria-live="polite">{texts[state]}</span>
    </Button>
  );
}
