import { useSearchParams } from 'react-router';

export type WebinarStep = 'watch' | 'offer' | 'survey';

const STEPS: readonly WebinarStep[] = ['watch', 'offer', 'survey'];

/** Where somebody is, in the address: `?code=DEMO1&step=offer`, so that a reload or a link leads there again. */
export function useWebinarAddress() {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('step');
  return {
    code: params.get('code') ?? '',
    step: STEPS.find((step) => step === wanted) ?? 'watch',
    enter: (code: string) => setParams({ code }),
    go: (code: string, step: WebinarStep) => setParams(step === 'watch' ? { code } : { code, step }),
  };
}
