import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { expectConsole } from '#tests/helpers/console.ts';
import { ErrorBoundary } from '#web/layouts/error-boundary.tsx';

function Broken(): never {
  throw new Error('this page is broken');
}

describe('[S8] a page that breaks', () => {
  test('shows an error with a retry button and a link, until another page opens', () => {
    expectConsole(/this page is broken/);
    const { rerender } = render(
      <MemoryRouter>
        <ErrorBoundary pageKey="/one">
          <Broken />
        </ErrorBoundary>
      </MemoryRouter>,
    );
    expect(screen.getByRole('heading', { level: 1, name: 'We couldn’t show this page' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Please contact customer support');
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'write to us' })).toHaveAttribute('href', '/contact');
    rerender(
      <MemoryRouter>
        <ErrorBoundary pageKey="/two">
          <p>Whole</p>
        </ErrorBoundary>
      </MemoryRouter>,
    );
    expect(screen.getByText('Whole')).toBeVisible();
  });
});
