import { useParams } from 'react-router';
import { staffPath } from '#server/staff/sections.shared.ts';
import { codeLine, codesFile, newCodes, rewardId, rewardIds } from '#server/staff/webinar/webinar.schema.ts';
import { codeList, rewardList, surveyList } from '#server/staff/webinar/webinar-list.shared.ts';
import { formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { TextAreaField, TextField } from '#web/ui/form/fields.tsx';

function RewardPage() {
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
  const { unsendReward } = useStaffClient().staff.webinar;
  if (!isSent) return <SendRewards ids={[id]} />;
  return <StaffAction label="Mark as owed" schema={rewardId} initial={{ id }} action={unsendReward} />;
}

export function WebinarSection() {
  return (
    <SectionRoutes
      root={staffPath('webinar')}
      label="Webinar"
      lists={[
        { name: 'webinar-codes', link: 'Codes', definition: codeList, actions: <CodeActions /> },
        {
          name: 'webinar-rewards',
          path: 'rewards',
          link: 'Rewards',
          definition: rewardList,
          page: <RewardPage />,
          rowActions: (ids) => <SendRewards ids={ids} />,
        },
        { name: 'webinar-surveys', path: 'surveys', link: 'Surveys', definition: surveyList },
      ]}
    />
  );
}

function CodeActions() {
  const { createCodes, importCodes, removeCode } = useStaffClient().staff.webinar;
  return (
    <>
      <StaffAction label="Create codes" schema={newCodes} initial={{ count: '' }} action={createCodes}>
        <TextField name="count" label="How many" inputMode="numeric" autoComplete="off" />
      </StaffAction>
      <StaffAction label="Import codes" schema={codesFile} initial={{ file: '' }} action={importCodes}>
        <TextAreaField
          name="file"
          label="CSV file"
          description="Paste the file. One column is named code; we’ll list the columns that we don’t use."
          rows={8}
        />
      </StaffAction>
      <StaffAction label="Remove a code" danger schema={codeLine} initial={{ code: '' }} action={removeCode}>
        <TextField
          name="code"
          label="Code"
          description="It must be a code that nobody has used."
          autoComplete="off"
        />
      </StaffAction>
    </>
  );
}

function SendRewards({ ids }: { ids: readonly string[] }) {
  const { sendRewards } = useStaffClient().staff.webinar;
  return (
    <StaffAction label="Mark as sent" schema={rewardIds} initial={{ ids: [...ids] }} action={sendRewards} />
  );
}
