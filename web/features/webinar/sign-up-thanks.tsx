import { readWebinarSettings } from '#server/domains/webinar/webinar-settings.shared.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/page/notice.tsx';

/**
 * Thanks a visitor who came from the webinar and signed up. Renders nothing unless the signup redeemed the
 * code.
 */
export function SignUpThanks({ code }: { code: string }) {
  const settings = trpc.content.settings.useQuery();
  const check = trpc.webinar.check.useQuery({ code });
  if (check.data?.selection !== 'SELECTED_SIGN_UP' || !settings.data) return null;
  return (
    <>
      <Notice title="Thank you!" tone="success">
        Your {readWebinarSettings(settings.data).signUpReward} gift card goes to your account’s email address.
        We’ll email you when we send it. Your code {check.data.code} is now redeemed.
      </Notice>
      <ButtonLink to={paths.webinarWith(check.data.code)} variant="secondary">
        Back to the webinar
      </ButtonLink>
    </>
  );
}
