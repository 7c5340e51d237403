import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { type TextName, textName } from '#server/content/content.schema.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { NotFoundPage } from '#web/pages/not-found-page.tsx';

export type TextState = RouterOutputs['staff']['content']['texts']['detail'];

/** Shows its children for the text in the address. */
export function TextRoute({ children }: { children(type: TextName): ReactNode }) {
  const type = textName.safeParse(useParams().type);
  return type.success ? children(type.data) : <NotFoundPage />;
}
