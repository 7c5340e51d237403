import { useParams } from 'react-router';
import { z } from 'zod';
import { isSettingKey, SETTINGS } from '#server/domains/content/setting.schema.ts';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffNotFound } from '#web/features/staff/kit/staff-not-found.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { TextField } from '#web/ui/form/fields.tsx';

export function SettingDetail() {
  const { key = '' } = useParams();
  return isSettingKey(key) ? <KnownSetting settingKey={key} /> : <StaffNotFound />;
}

function KnownSetting({ settingKey: key }: { settingKey: keyof typeof SETTINGS }) {
  const query = trpc.staff.content.settings.detail.useQuery({ key });
  const { change } = useStaffClient().staff.content.settings;
  return (
    <StaffQuery query={query}>
      {({ setting, timeline }) => {
        const action = (label: string, value: string) => (
          <StaffAction
            label={label}
            schema={z.object({ value: SETTINGS[key].value })}
            initial={{ key, value, expectedValue: setting.value }}
            action={change}
          >
            <TextField
              name="value"
              label={setting.description}
              description={setting.type}
              autoComplete="off"
            />
          </StaffAction>
        );
        return (
          <StaffDetail
            section="content"
            title={setting.description}
            subtitle={key}
            actions={
              <>
                {action('Change', setting.value)}
                {setting.value === setting.initialValue ? null : action('Use default', setting.initialValue)}
              </>
            }
          >
            <StaffSection title="Value">
              <Facts
                rows={[
                  ['Value', setting.value],
                  ['Default', setting.initialValue],
                  ['Type', setting.type],
                ]}
              />
            </StaffSection>
            <StaffSection title="History">
              <Timeline entries={timeline} />
            </StaffSection>
          </StaffDetail>
        );
      }}
    </StaffQuery>
  );
}
