import { Route } from 'react-router';
import { staffPath } from '#server/staff/sections.shared.ts';
import { failedJobList } from '#server/staff/system/failed-job-list.shared.ts';
import { webhookList } from '#server/staff/system/webhook-list.shared.ts';
import { SectionLinks } from '../kit/section-links.tsx';
import { SectionRoutes } from '../kit/section-routes.tsx';
import { StaffList } from '../kit/staff-list.tsx';
import { JobActions, JobPage } from './job-page.tsx';
import { StatePage } from './state-page.tsx';
import { WebhookPage } from './webhook-page.tsx';

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
    <SectionRoutes>
      <Route index element={<StatePage>{links}</StatePage>} />
      <Route
        path="jobs"
        element={
          <StaffList
            name="failed-jobs"
            definition={failedJobList}
            linkTo={(id) => `${staffPath('system', 'jobs')}/${id}`}
            rowActions={(ids) => <JobActions ids={ids} />}
          >
            {links}
          </StaffList>
        }
      />
      <Route path="jobs/:id" element={<JobPage />} />
      <Route
        path="webhooks"
        element={
          <StaffList
            name="webhooks"
            definition={webhookList}
            linkTo={(id) => `${staffPath('system', 'webhooks')}/${id}`}
          >
            {links}
          </StaffList>
        }
      />
      <Route path="webhooks/:id" element={<WebhookPage />} />
    </SectionRoutes>
  );
}
