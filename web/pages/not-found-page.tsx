import { paths } from '#server/lib/pages.shared.ts';
import { NextSteps } from '#web/layouts/footer/next-steps.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { NotFound } from '#web/ui/page/not-found.tsx';
import { Page } from '#web/ui/page/page-header.tsx';

export function NotFoundPage() {
  return (
    <Page>
      <NotFound action={<ButtonLink to={paths.home()}>Go to the home page</ButtonLink>} />
      <NextSteps />
    </Page>
  );
}
