import { Link } from 'react-router';
import { z } from 'zod';
import type { TextName } from '#server/domains/content/content.schema.ts';
import type { ListColumn } from '#server/staff/kit/list.shared.ts';
import { formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { contentPaths } from './content-paths.ts';
import { ApproveAction, DiscardAction, PublishAction } from './text-actions.tsx';
import { TextRoute, type TextState } from './text-route.tsx';

export function TextDetail() {
  return <TextRoute>{(type) => <Text type={type} />}</TextRoute>;
}

function Text({ type }: { type: TextName }) {
  const query = trpc.staff.content.texts.detail.useQuery({ type });
  return (
    <StaffQuery query={query}>
      {(text) => (
        <StaffDetail
          section="content"
          title={text.title}
          subtitle={text.version === 0 ? 'Not published yet' : `Version ${text.version}`}
          actions={
            <>
              <ButtonLink variant="secondary" to={contentPaths.editText(type)}>
                {text.draft ? 'Edit draft' : 'Edit'}
              </ButtonLink>
              {text.isReviewed ? null : <ApproveAction text={text} />}
            </>
          }
        >
          <Draft text={text} />
          <Versions text={text} />
          <StaffSection title="History">
            <Timeline entries={text.timeline} />
          </StaffSection>
        </StaffDetail>
      )}
    </StaffQuery>
  );
}

function Draft({ text }: { text: TextState }) {
  const { type, revision, draft } = text;
  if (!draft || revision === null) return null;
  return (
    <StaffSection
      title="Draft"
      actions={
        <>
          <ButtonLink variant="quiet" to={contentPaths.textDraft(type)}>
            Preview
          </ButtonLink>
          <ButtonLink variant="quiet" to={contentPaths.textChanges(type)}>
            Compare
          </ButtonLink>
          <PublishAction text={{ ...text, revision }} />
          <DiscardAction text={{ ...text, revision }} />
        </>
      }
    >
      <Facts
        rows={[
          ['Saved', formatInstant(draft.savedAt)],
          ['By', draft.savedBy],
          ['Started from', draft.baseVersion === 0 ? 'nothing' : `Version ${draft.baseVersion}`],
        ]}
      />
    </StaffSection>
  );
}

const VERSION_COLUMNS = {
  title: { label: 'Version', format: 'text' },
  publishedAt: { label: 'Published', format: 'instant' },
  by: { label: 'By', format: 'text' },
  reason: { label: 'Reason', format: 'text' },
} as const satisfies Record<string, ListColumn>;

const versionNumber = z.number();

function Versions({ text: { type, versions } }: { text: TextState }) {
  return (
    <StaffSection title="Versions">
      <StaffTable
        label="Every version"
        columns={VERSION_COLUMNS}
        rows={versions.map((row) => ({ ...row, title: `Version ${row.version}`, id: String(row.version) }))}
        renderCell={(column, row) =>
          column === 'title' ? (
            <Link to={contentPaths.textVersion(type, versionNumber.parse(row.version))}>
              {String(row.title)}
            </Link>
          ) : undefined
        }
      />
    </StaffSection>
  );
}
