import { useState } from 'react';
import { z } from 'zod';
import type { TextName } from '#server/domains/content/content.schema.ts';
import { useRefreshStaff, useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { StaffDetail } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { RichTextField } from '#web/ui/rich-text/rich-text-field.tsx';
import { contentPaths } from './content-paths.ts';
import { FaqEditor, type TextEditing } from './faq-editor.tsx';
import { TextRoute, type TextState } from './text-route.tsx';

export function TextEditor() {
  return <TextRoute>{(type) => <LoadedEditor type={type} />}</TextRoute>;
}

function LoadedEditor({ type }: { type: TextName }) {
  const query = trpc.staff.content.texts.detail.useQuery({ type });
  return <StaffQuery query={query}>{(text) => <Editor text={text} />}</StaffQuery>;
}

function Editor({ text }: { text: TextState }) {
  // The state when editing began. Anything newer is someone else's change.
  const [{ type, title, revision, version, draft, html }] = useState(text);
  const client = useStaffClient();
  const refreshStaff = useRefreshStaff();
  const navigate = useLateNavigate();
  const editing: TextEditing = {
    html: draft?.html ?? html,
    save: async (newHtml) => {
      await client.staff.content.texts.saveDraft.mutate({ type, revision, version, html: newHtml });
      await refreshStaff();
      navigate(contentPaths.text(type));
    },
  };
  return (
    <StaffDetail
      section="content"
      title={`Edit ${title}`}
      subtitle={
        draft ? 'This is a draft. Visitors see it once you publish it.' : `Starts from version ${version}`
      }
      actions={
        <ButtonLink variant="secondary" to={contentPaths.text(type)}>
          Leave without saving
        </ButtonLink>
      }
    >
      {type === 'FAQ' ? <FaqEditor editing={editing} /> : <DocumentEditor title={title} editing={editing} />}
    </StaffDetail>
  );
}

const documentValues = z.object({ html: z.string().min(1, 'Enter at least one word') });

function DocumentEditor({ title, editing: { html, save } }: { title: string; editing: TextEditing }) {
  return (
    <Form
      initial={{ html }}
      schema={documentValues}
      onSubmit={(values) => save(values.html)}
      submitLabel="Save draft"
    >
      <RichTextField name="html" label={title} kind="document" />
    </Form>
  );
}
