import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { readWebinarCode } from './remembered-code.ts';

export type WebinarStep = 'watch' | 'offer' | 'survey';

const STEPS: readonly WebinarStep[] = ['watch', 'offer', 'survey'];

/**
 * Keeps the code and the step in the URL (`?code=DEMO1&step=offer`), so that a reload or a link returns
 * there.
 */
export function useWebinarAddress() {
  const [params] = useSearchParams();
  const navigate = useLateNavigate();
  const requestedStep = params.get('step');
  return {
    code: params.get('code') ?? '',
    step: STEPS.find((step) => step === requestedStep) ?? 'watch',
    go: (code: string, step: WebinarStep) =>
      navigate({ search: `?${new URLSearchParams(step === 'watch' ? { code } : { code, step })}` }),
  };
}

/** If the URL has no code, adds the last one that this browser remembers. */
export function useRememberedCode(): void {
  const [params] = useSearchParams();
  const navigate = useLateNavigate();
  const hasCode = params.has('code');
  useEffect(() => {
    const code = hasCode ? '' : readWebinarCode();
    if (code !== '') navigate({ search: `?${new URLSearchParams({ code })}` }, { replace: true });
  }, [hasCode, navigate]);
}
