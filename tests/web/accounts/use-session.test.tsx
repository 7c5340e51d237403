import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRefreshData } from '#web/features/accounts/use-session.ts';

test('a change of the account drops what earlier pages loaded, so that the next person can’t see it', async () => {
  const client = new QueryClient();
  client.setQueryData(['memberships'], 'of the first account');
  const { result: refreshData } = renderHook(useRefreshData, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await refreshData.current();
  expect(client.getQueryData(['memberships'])).toBeUndefined();
});
