import { useState } from 'react';
import { BrowserRouter } from 'react-router';
import type { PreloadedQuery } from '#server/app/site/page-rendering.shared.ts';
import './lib/history-gate.ts';
import { trackReferralLink } from './lib/referral-landing.ts';
import { createQueryClient, createTrpcClient } from './lib/trpc.ts';
import { Providers } from './providers.tsx';
import { AppRoutes } from './routes.tsx';

/**
 * The root component in the browser. `preloadedQueries` are the query results that the server embedded in the
 * HTML.
 */
export function App({ preloadedQueries = [] }: { preloadedQueries?: readonly PreloadedQuery[] }) {
  // Runs during the first render, because the router must not see the referral code in the address.
  useState(trackReferralLink);
  const [queryClient] = useState(() => createQueryClient(preloadedQueries));
  const [trpcClient] = useState(() => createTrpcClient());
  return (
    <Providers queryClient={queryClient} trpcClient={trpcClient}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Providers>
  );
}
