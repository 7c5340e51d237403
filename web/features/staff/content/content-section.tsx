import { useState } from 'react';
import { Route, useParams } from 'react-router';
import { z } from 'zod';
import { policyType, type TextName } from '#server/domains/content/content.schema.ts';
import { isSettingKey, SETTINGS } from '#server/domains/content/setting.schema.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { Faq } from '#web/features/content/faq.tsx';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useRefreshStaff, useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffNotFound } from '#web/features/staff/kit/staff-not-found.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PublishedText, RichText } from '#web/ui/published-text.tsx';
import { RichTextField } from '#web/ui/rich-text/rich-text-field.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { SectionRoutes } from '../kit/section-routes.tsx';
import classes from './content.module.css';
import { ContentHome } from './content-home.tsx';
import { contentPaths } from './content-paths.ts';
import { FaqEditor, type TextEditing } from './faq-editor.tsx';
import { PlanDetail } from './plan-detail.tsx';
import { RestoreAction } from './text-actions.tsx';
import { TextDetail } from './text-detail.tsx';
import { TextRoute, type TextState } from './text-route.tsx';

const versionParam = z.coerce.number().int().min(1).optional();

/** Shows the draft or a version of a text as visitors see it. */
function TextView() {
  const version = versionParam.safeParse(useParams().version);
  if (!version.success) return <StaffNotFound />;
  return <TextRoute>{(type) => <View type={type} version={version.data ?? null} />}</TextRoute>;
}

function View({ type, version }: { type: TextName; version: number | null }) {
  const query = trpc.staff.content.texts.view.useQuery({ type, version });
  const current = trpc.staff.content.texts.detail.useQuery({ type }).data;
  const canRestore = version !== null && current !== undefined && version !== current.version;
  return (
    <StaffQuery query={query}>
      {(view) => (
        <StaffDetail
          section="content"
          title={view.title}
          subtitle={version === null ? 'Preview of the draft' : `Version ${version}`}
          actions={
            <>
              <ButtonLink variant="secondary" to={contentPaths.text(type)}>
                All versions
              </ButtonLink>
              {canRestore ? <RestoreAction text={current} oldVersion={version} /> : null}
            </>
          }
        >
          <article className={classes.paper} aria-label={view.title}>
            <VisitorText type={type} view={view} />
          </article>
        </StaffDetail>
      )}
    </StaffQuery>
  );
}

type ViewedText = RouterOutputs['staff']['content']['texts']['view'];

function VisitorText({ type, view }: { type: TextName; view: ViewedText }) {
  if (view.sections) return <Faq sections={view.sections} />;
  if (policyType.safeParse(type).success) {
    return <PublishedText html={view.html} publishedAt={view.publishedAt} />;
  }
  return (
    <>
      <p className={classes.version}>
        Version {view.version} of {formatLongDate(new Date(view.publishedAt))}
      </p>
      <RichText html={view.html} />
    </>
  );
}

function TextEditor() {
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

function SettingDetail() {
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

/** Shows how the draft differs from the published version. */
function TextChanges() {
  return <TextRoute>{(type) => <Changes type={type} />}</TextRoute>;
}

const SIGNS = { same: '', removed: 'Removed: ', added: 'Added: ' };

function Changes({ type }: { type: TextName }) {
  const query = trpc.staff.content.texts.changes.useQuery({ type });
  return (
    <StaffQuery query={query}>
      {({ title, version, lines }) => (
        <StaffDetail
          section="content"
          title={title}
          subtitle={version === 0 ? 'The whole draft is new' : `The draft compared with version ${version}`}
          actions={
            <ButtonLink variant="secondary" to={contentPaths.text(type)}>
              All versions
            </ButtonLink>
          }
        >
          <div className={classes.paper}>
            {lines.every(({ kind }) => kind === 'same') ? <p>The draft has no changes.</p> : null}
            {lines.map(({ id, kind, html }) => (
              <div key={id} className={classes.line} data-kind={kind}>
                <VisuallyHidden>{SIGNS[kind]}</VisuallyHidden>
                {html === null ? '…' : <RichText html={html} />}
              </div>
            ))}
          </div>
        </StaffDetail>
      )}
    </StaffQuery>
  );
}

export function ContentSection() {
  return (
    <SectionRoutes root={staffPath('content')}>
      <Route index element={<ContentHome />} />
      <Route path="settings/:key" element={<SettingDetail />} />
      <Route path="texts/:type" element={<TextDetail />} />
      <Route path="texts/:type/edit" element={<TextEditor />} />
      <Route path="texts/:type/draft" element={<TextView />} />
      <Route path="texts/:type/changes" element={<TextChanges />} />
      <Route path="texts/:type/versions/:version" element={<TextView />} />
      <Route path="plans/:id" element={<PlanDetail />} />
    </SectionRoutes>
  );
}
