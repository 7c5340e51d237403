import type { TextName } from '#server/domains/content/content.schema.ts';
import { StaffDetail } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/published-text.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './content.module.css';
import { contentPaths } from './content-paths.ts';
import { TextRoute } from './text-route.tsx';

/** Shows how the draft differs from the published version. */
export function TextChanges() {
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
