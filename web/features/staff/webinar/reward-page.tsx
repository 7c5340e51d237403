import { useParams } from 'react-router';
import { rewardId, rewardIds } from '#server/staff/webinar/webinar.schema.ts';
import { formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import { trpc } from '#web/lib/trpc.ts';

export function RewardPage() {
  const { id = '' } = useParams();
  const query = trpc.staff.webinar.reward.useQuery({ id });
  return (
    <StaffQuery query={query}>
      {({ recipient, email, amount, kind, detail, code, owedAt, sentAt, timeline }) => (
        <StaffDetail
          section="webinar"
          title={`${amount} for ${recipient}`}
          subtitle={sentAt === null ? 'Owed' : 'Sent'}
          actions={<RewardAction id={id} isSent={sentAt !== null} />}
        >
          <StaffSection title="Reward">
            <Facts
              rows={[
                ['Reward', `${amount} ${kind.toLowerCase()}`],
                ['For', detail],
                ['Recipient', recipient],
                [
                  'Email',
                  <a key="email" href={`mailto:${email}`}>
                    {email}
                  </a>,
                ],
                ['Code', code],
                ['Owed since', formatInstant(owedAt)],
                ['Sent', sentAt && formatInstant(sentAt)],
              ]}
            />
          </StaffSection>
          <StaffSection title="Timeline">
            <Timeline entries={timeline} />
          </StaffSection>
        </StaffDetail>
      )}
    </StaffQuery>
  );
}

function RewardAction({ id, isSent }: { id: string; isSent: boolean }) {
  const { sendRewards, unsendReward } = useStaffClient().staff.webinar;
  if (isSent) {
    return <StaffAction label="Mark as owed" schema={rewardId} initial={{ id }} action={unsendReward} />;
  }
  return <StaffAction label="Mark as sent" schema={rewardIds} initial={{ ids: [id] }} action={sendRewards} />;
}
