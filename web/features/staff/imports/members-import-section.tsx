import { Radio } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useState } from 'react';
import { MEMBER_TEMPLATE } from '#server/staff/imports/members/member-columns.shared.ts';
import { INVITE_OPTIONS } from '#server/staff/imports/members/member-options.shared.ts';
import { ImportPages } from '#web/features/staff/imports/import-pages.tsx';

/** Imports members from another system. */
export function MembersImportSection() {
  const [invite, setInvite] = useState('none');
  return (
    <ImportPages
      kind="members"
      options={{ invite }}
      fields={
        <>
          <InviteField value={invite} onChange={setInvite} />
          <p>
            <a href={templateFile} download="members.csv">
              Download a template
            </a>{' '}
            with all columns and an example.
          </p>
        </>
      }
    />
  );
}

interface FieldProps {
  value: string;
  onChange(value: string): void;
}

function InviteField({ value, onChange }: FieldProps) {
  return (
    <Radio.Group
      size="md"
      label="Who gets an invitation"
      description="The email lets a member choose a password. We invite only current members, and only when the import runs."
      value={value}
      onChange={onChange}
    >
      {Object.entries(INVITE_OPTIONS).map(([name, label]) => (
        <Radio key={name} size="md" value={name} label={label} mt="xs" />
      ))}
    </Radio.Group>
  );
}

const templateFile = `data:text/csv;charset=utf-8,${encodeURIComponent(
  [Object.keys(MEMBER_TEMPLATE), Object.values(MEMBER_TEMPLATE)]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join(''),
)}`;
