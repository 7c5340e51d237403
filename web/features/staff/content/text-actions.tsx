import { approval, draftAction, publication, restoration } from '#server/staff/content/content.schema.ts';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import type { TextState } from './text-route.tsx';

type Text = Pick<TextState, 'type' | 'revision' | 'version'>;
type TextWithDraft = Text & { revision: string };

export function PublishAction({ text: { type, revision, version } }: { text: TextWithDraft }) {
  const { publish } = useStaffClient().staff.content.texts;
  const isFaq = type === 'FAQ';
  return (
    <StaffAction
      label="Publish"
      schema={publication}
      initial={{ type, revision, version, isReviewed: isFaq }}
      action={publish}
    >
      {isFaq ? null : (
        <CheckboxField name="isReviewed" label="Reviewed by counsel">
          Counsel has reviewed this version
        </CheckboxField>
      )}
    </StaffAction>
  );
}

export function DiscardAction({ text: { type, revision, version } }: { text: TextWithDraft }) {
  const { discardDraft } = useStaffClient().staff.content.texts;
  return (
    <StaffAction
      label="Discard draft"
      danger
      schema={draftAction}
      initial={{ type, revision, version }}
      action={discardDraft}
    />
  );
}

export function ApproveAction({ text: { type, version } }: { text: Text }) {
  const { approve } = useStaffClient().staff.content.texts;
  return (
    <StaffAction label="Mark as reviewed" schema={approval} initial={{ type, version }} action={approve} />
  );
}

export function RestoreAction({ text, oldVersion }: { text: Text; oldVersion: number }) {
  const { restore } = useStaffClient().staff.content.texts;
  const { type, revision, version } = text;
  return (
    <StaffAction
      label="Restore as draft"
      schema={restoration}
      initial={{ type, revision, version, oldVersion }}
      action={restore}
    />
  );
}
