import type { ReactNode } from 'react';
import { NOT_FOUND_TITLE } from '#server/lib/pages.shared.ts';
import { EmptyState } from './empty-state.tsx';
import { PageHeader } from './page-header.tsx';
import { PageMeta } from './page-meta.tsx';

/** The heading and text of a page for an unknown address. `action` leads somewhere useful. */
export function NotFound({ action }: { action: ReactNode }) {
  return (
    <>
      <PageMeta title={NOT_FOUND_TITLE} noindex />
      <PageHeader title={NOT_FOUND_TITLE} />
      <EmptyState title="We can’t find that page" action={action}>
        The page may have moved, or the link may be incomplete.
      </EmptyState>
    </>
  );
}
