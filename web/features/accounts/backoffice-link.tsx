import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { type BackofficeTarget, backofficeTarget, hasNoOwnPage } from './backoffice-target.ts';

interface BackofficeLinkProps {
  children: ReactNode;
  /** If set, the link is styled as a button of this variant. Otherwise, it is a plain link. */
  variant?: ComponentProps<typeof ButtonLink>['variant'];
  /** Called on navigation, so that the surrounding menu can close. */
  onLeave?: () => void;
}

export function useBackofficeTarget(): BackofficeTarget {
  const viewer = trpc.viewer.user.useQuery();
  const links = trpc.viewer.links.useQuery();
  // Don't query the company unless the link depends on it.
  const dependsOnCompany = viewer.data && links.data?.backoffice === null && hasNoOwnPage(viewer.data);
  const company = trpc.corporate.company.useQuery(undefined, { enabled: Boolean(dependsOnCompany) });
  const hasCompany = Boolean(company.data?.company);
  return backofficeTarget(viewer.data, links.data, hasCompany);
}

/** Links to the back office, or to the page of this site that replaces it (D17). */
export function BackofficeLink({ children, variant, onLeave }: BackofficeLinkProps) {
  const { address, isExternal } = useBackofficeTarget();
  const link = { to: address, onClick: onLeave, reloadDocument: isExternal };
  if (variant === undefined) return <Link {...link}>{children}</Link>;
  return (
    <ButtonLink {...link} variant={variant}>
      {children}
    </ButtonLink>
  );
}
