import { Route, useParams } from 'react-router';
import { staffPath } from '#server/staff/sections.shared.ts';
import { failedJobList } from '#server/staff/system/failed-job-list.shared.ts';
import { jobIds, webhookId } from '#server/staff/system/system.schema.ts';
import { webhookList } from '#server/staff/system/webhook-list.shared.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import layout from '#web/ui/styles/layout.module.css';
import { formatCell, formatInstant } from '../kit/format-cell.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { SectionLinks, SectionRoutes } from '../kit/section-routes.tsx';
import classes from '../kit/staff.module.css';
import { StaffAction } from '../kit/staff-action.tsx';
import { useStaffClient } from '../kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '../kit/staff-detail.tsx';
import { StaffQuery } from '../kit/staff-query.tsx';
import { StatePage } from './state-page.tsx';

type FailedJob = RouterOutputs['staff']['system']['job'];

function JobActions({ ids }: { ids: readonly string[] }) {
  const { system } = useStaffClient().staff;
  return (
    <>
      <StaffAction label="Retry" schema={jobIds} initial={{ ids: [...ids] }} action={system.retry} />
      <StaffAction label="Drop" danger schema={jobIds} initial={{ ids: [...ids] }} action={system.drop} />
    </>
  );
}

function JobPage() {
  const { id = '' } = useParams();
  const job = trpc.staff.system.job.useQuery({ id }, { retry: false });
  return (
    <StaffDetail section="system" title="Failed job" subtitle={id} actions={<JobActions ids={[id]} />}>
      <StaffSection title="Job" actions={<OpenJob id={id} />}>
        <StaffQuery query={job}>{(data) => <JobFacts job={data} />}</StaffQuery>
      </StaffSection>
    </StaffDetail>
  );
}

function OpenJob({ id }: { id: string }) {
  const client = useStaffClient();
  return (
    <ReasonDialog
      label="Show full job"
      initial={{}}
      open={async ({ reason }) => <JobFacts job={await client.staff.system.openJob.mutate({ id, reason })} />}
    />
  );
}

function JobFacts({ job }: { job: FailedJob }) {
  return (
    <>
      <Facts
        rows={[
          ['Queue', job.queue],
          ['Enqueued', formatInstant(job.enqueuedAt)],
          ['Failed', formatInstant(job.failedAt)],
          ['Attempts', job.attempts],
          ['Kept until', formatInstant(job.keptUntil)],
          ['Last error', job.error],
        ]}
      />
      <figure className={classes.code}>
        <figcaption>Payload</figcaption>
        <pre className={layout.preformatted}>{job.payload}</pre>
      </figure>
    </>
  );
}

function WebhookPage() {
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

const links = (
  <SectionLinks
    label="System"
    links={[
      ['Status', staffPath('system')],
      ['Failed jobs', staffPath('system', 'jobs')],
      ['Webhooks', staffPath('system', 'webhooks')],
    ]}
  />
);

export function SystemSection() {
  return (
    <SectionRoutes
      root={staffPath('system')}
      lists={[
        {
          name: 'failed-jobs',
          path: 'jobs',
          definition: failedJobList,
          page: <JobPage />,
          rowActions: (ids) => <JobActions ids={ids} />,
          children: links,
        },
        {
          name: 'webhooks',
          path: 'webhooks',
          definition: webhookList,
          page: <WebhookPage />,
          children: links,
        },
      ]}
    >
      <Route index element={<StatePage>{links}</StatePage>} />
    </SectionRoutes>
  );
}
