import { Route } from 'react-router';
import { staffPath } from '#server/staff/sections.shared.ts';
import { codeLine, codesFile, newCodes, rewardIds } from '#server/staff/webinar/webinar.schema.ts';
import { codeList, rewardList, surveyList } from '#server/staff/webinar/webinar-list.shared.ts';
import { SectionLinks } from '#web/features/staff/kit/section-links.tsx';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { StaffList } from '#web/features/staff/kit/staff-list.tsx';
import { TextAreaField, TextField } from '#web/ui/form/fields.tsx';
import { RewardPage } from './reward-page.tsx';

const links = (
  <SectionLinks
    label="Webinar"
    links={[
      ['Codes', staffPath('webinar')],
      ['Rewards', staffPath('webinar', 'rewards')],
      ['Surveys', staffPath('webinar', 'surveys')],
    ]}
  />
);

export function WebinarSection() {
  return (
    <SectionRoutes>
      <Route index element={<CodesPage />} />
      <Route path="rewards" element={<RewardsPage />} />
      <Route path="rewards/:id" element={<RewardPage />} />
      <Route
        path="surveys"
        element={
          <StaffList name="webinar-surveys" definition={surveyList}>
            {links}
          </StaffList>
        }
      />
    </SectionRoutes>
  );
}

function CodesPage() {
  const { createCodes, importCodes, removeCode } = useStaffClient().staff.webinar;
  return (
    <StaffList
      name="webinar-codes"
      definition={codeList}
      actions={
        <>
          <StaffAction label="Create codes" schema={newCodes} initial={{ count: '' }} action={createCodes}>
            <TextField name="count" label="How many" inputMode="numeric" autoComplete="off" />
          </StaffAction>
          <StaffAction label="Import codes" schema={codesFile} initial={{ file: '' }} action={importCodes}>
            <TextAreaField
              name="file"
              label="CSV file"
              description="Paste the file. One column is named code; other columns are ignored."
              rows={8}
            />
          </StaffAction>
          <StaffAction
            label="Remove a code"
            danger
            schema={codeLine}
            initial={{ code: '' }}
            action={removeCode}
          >
            <TextField
              name="code"
              label="Code"
              description="It must be a code that nobody has used."
              autoComplete="off"
            />
          </StaffAction>
        </>
      }
    >
      {links}
    </StaffList>
  );
}

function RewardsPage() {
  const { sendRewards } = useStaffClient().staff.webinar;
  return (
    <StaffList
      name="webinar-rewards"
      definition={rewardList}
      linkTo={(id) => `${staffPath('webinar', 'rewards')}/${id}`}
      rowActions={(ids) => (
        <StaffAction
          label="Mark as sent"
          schema={rewardIds}
          initial={{ ids: [...ids] }}
          action={sendRewards}
        />
      )}
    >
      {links}
    </StaffList>
  );
}
