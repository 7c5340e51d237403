import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { type TextName, textName } from '#server/domains/content/content.schema.ts';
import { StaffNotFound } from '#web/features/staff/kit/staff-not-found.tsx';
import type { RouterOutputs } from '#web/lib/trpc.ts';

export type TextState = RouterOutputs['staff']['content']['texts']['detail'];

/** Renders its children for the text that the URL names, or the 404 page if there is no such text. */
export function TextRoute({ children }: { children(type: TextName): ReactNode }) {
  const type = textName.safeParse(useParams().type);
  return type.success ? children(type.data) : <StaffNotFound />;
}
