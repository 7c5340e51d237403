import { useParams } from 'react-router';
import { webhookId } from '#server/staff/system/system.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { formatCell, formatInstant } from '../kit/format-cell.tsx';
import { StaffAction } from '../kit/staff-action.tsx';
import { useStaffClient } from '../kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '../kit/staff-detail.tsx';
import { StaffQuery } from '../kit/staff-query.tsx';

export function WebhookPage() {
  const { id = '' } = useParams();
  const event = trpc.staff.system.webhook.useQuery({ id });
  const { replay } = useStaffClient().staff.system;
  return (
    <StaffDetail
      section="system"
      title="Webhook"
      subtitle={id}
      actions={<StaffAction label="Replay" schema={webhookId} initial={{ id }} action={replay} />}
    >
      <StaffSection title="Event">
        <StaffQuery query={event}>
          {(data) => (
            <Facts
              rows={[
                ['Type', data.type],
                ['About', data.objectId],
                ['Received', formatInstant(data.receivedAt)],
                ['Outcome', formatCell(data.outcome, 'status')],
                ['Reason', data.reason],
                ['Failures', data.failures],
                ['Outcome since', data.settledAt === null ? null : formatInstant(data.settledAt)],
                ['Job', data.jobId],
              ]}
            />
          )}
        </StaffQuery>
      </StaffSection>
    </StaffDetail>
  );
}
