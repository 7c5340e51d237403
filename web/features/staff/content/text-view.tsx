import { useParams } from 'react-router';
import { z } from 'zod';
import { policyType, type TextName } from '#server/domains/content/content.schema.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { Faq } from '#web/features/content/faq.tsx';
import { StaffDetail } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffNotFound } from '#web/features/staff/kit/staff-not-found.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PublishedText, RichText } from '#web/ui/published-text.tsx';
import classes from './content.module.css';
import { contentPaths } from './content-paths.ts';
import { RestoreAction } from './text-actions.tsx';
import { TextRoute } from './text-route.tsx';

const versionParam = z.coerce.number().int().min(1).optional();

/** Shows the draft or a version of a text as visitors see it. */
export function TextView() {
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
