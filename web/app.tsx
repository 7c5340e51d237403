import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useState } from 'react';
import { BrowserRouter } from 'react-router';
import './lib/history-gate.ts';
import { landByLink } from './lib/referral-landing.ts';
import { createQueryClient, createTrpcClient, trpc } from './lib/trpc.ts';
import { AppRoutes } from './routes.tsx';
import { cssVariables, theme } from './theme.ts';

export function App() {
  // Once, and before the router reads the address.
  useState(landByLink);
  const [queryClient] = useState(createQueryClient);
  const [trpcClient] = useState(() => createTrpcClient());
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <BrowserRouter>
              <AppRoutes />
            </BrowserRouter>
          </QueryClientProvider>
        </trpc.Provider>
      </MantineProvider>
    </StrictMode>
  );
}
