import { staffPath } from '#server/staff/sections.shared.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { NotFound } from '#web/ui/page/not-found.tsx';
import { Page } from '#web/ui/page/page-header.tsx';

/** Unlike the public site's page, it leads back to the console. */
export function StaffNotFound() {
  return (
    <Page>
      <NotFound action={<ButtonLink to={staffPath('overview')}>Go to the overview</ButtonLink>} />
    </Page>
  );
}
