import type { BusinessPlanSlug } from '#server/site/pages.shared.ts';
import { CopyLink } from '#web/ui/copy-link.tsx';

/** The current URL with a parameter that opens the plan's purchase. */
function buildPlanLink(slug: BusinessPlanSlug): string {
  const address = new URL(window.location.href);
  address.searchParams.set('plan', slug);
  return address.href;
}

export function CopyPlanLink({ slug, title }: { slug: BusinessPlanSlug; title: string }) {
  return <CopyLink link={() => buildPlanLink(slug)} targetName={`the ${title}`} />;
}
