import type { BusinessPlanSlug } from '#server/site/pages.shared.ts';
import { CopyLink } from '#web/ui/copy-link.tsx';

/** The address as it is now, with the plan that its modal opens by. */
function linkTo(slug: BusinessPlanSlug): string {
  const address = new URL(window.location.href);
  address.searchParams.set('plan', slug);
  return address.href;
}

/** Copies a plan's direct link (SPEC section 2). */
export function CopyPlanLink({ slug, title }: { slug: BusinessPlanSlug; title: string }) {
  return <CopyLink link={() => linkTo(slug)} to={`the ${title}`} />;
}
