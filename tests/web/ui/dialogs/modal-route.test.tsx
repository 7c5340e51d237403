import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';

interface AppProps {
  opened: boolean;
  /** True once the modal did what the button is for. */
  isBought?: boolean;
}

function App({ opened, isBought = false }: AppProps) {
  return (
    <MantineProvider>
      <BrowserRouter>
        <h1 tabIndex={-1}>Plans</h1>
        {isBought ? null : <button type="button">Buy</button>}
        <ModalRoute opened={opened} title="Family plan" closePath="/pricing">
          A plan for the family
        </ModalRoute>
        <Address />
      </BrowserRouter>
    </MantineProvider>
  );
}

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

beforeEach(() => window.history.replaceState(null, '', '/pricing?plan=family'));

test('Escape closes a modal that does not have the focus yet', () => {
  const { rerender } = render(<App opened={false} />);
  const button = screen.getByRole('button', { name: 'Buy' });
  button.focus();
  rerender(<App opened={true} />);
  expect(button).toHaveFocus();
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(screen.getByRole('status')).toHaveTextContent(/^\/pricing$/);
});

test.each([
  ['the button that opened it', false],
  ['the page’s heading if that button is gone', true],
])('a closed modal returns the focus to %s', async (_, isBought) => {
  const { rerender } = render(<App opened={false} />);
  screen.getByRole('button', { name: 'Buy' }).focus();
  rerender(<App opened={true} />);
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog).toContainElement(document.querySelector(':focus')));
  rerender(<App opened={true} isBought={isBought} />);
  rerender(<App opened={false} isBought={isBought} />);
  await waitFor(() => expect(document.activeElement).toHaveTextContent(isBought ? 'Plans' : 'Buy'));
});
