import { useParams } from 'react-router';
import { jobIds } from '#server/staff/system/system.schema.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { formatInstant } from '../kit/format-cell.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import classes from '../kit/staff.module.css';
import { StaffAction } from '../kit/staff-action.tsx';
import { useStaffClient } from '../kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '../kit/staff-detail.tsx';
import { StaffQuery } from '../kit/staff-query.tsx';

type FailedJob = RouterOutputs['staff']['system']['job'];

export function JobActions({ ids }: { ids: readonly string[] }) {
  const { system } = useStaffClient().staff;
  return (
    <>
      <StaffAction label="Retry" schema={jobIds} initial={{ ids: [...ids] }} action={system.retry} />
      <StaffAction label="Drop" danger schema={jobIds} initial={{ ids: [...ids] }} action={system.drop} />
    </>
  );
}

export function JobPage() {
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
        <pre>{job.payload}</pre>
      </figure>
    </>
  );
}
