import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';

function App({ opened }: { opened: boolean }) {
  return (
    <MantineProvider>
      <MemoryRouter initialEntries={['/pricing?plan=family']}>
        <button type="button">Buy</button>
        <ModalRoute opened={opened} title="Family plan" closePath="/pricing">
          A plan for the family
        </ModalRoute>
        <Address />
      </MemoryRouter>
    </MantineProvider>
  );
}

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

test('Escape closes a modal that does not have the focus yet', () => {
  const { rerender } = render(<App opened={false} />);
  const button = screen.getByRole('button', { name: 'Buy' });
  button.focus();
  rerender(<App opened={true} />);
  expect(button).toHaveFocus();
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(screen.getByRole('status')).toHaveTextContent(/^\/pricing$/);
});
