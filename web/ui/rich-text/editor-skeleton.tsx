import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './rich-text.module.css';
import { EDITOR_KINDS, type EditorKindName } from './tool-groups.ts';

/** Has as many tools as the editor, so that both wrap alike and have the same height. */
export function EditorSkeleton({ kind }: { kind: EditorKindName }) {
  return (
    <div role="status" aria-label="Loading..." className={classes.editor}>
      <VisuallyHidden>Loading...</VisuallyHidden>
      <div className={classes.toolbar}>
        {EDITOR_KINDS[kind].toolGroups.map((group) => (
          <div key={group[0]} className={classes.group}>
            {group.map((tool) => (
              <span key={tool} className={classes.tool} />
            ))}
          </div>
        ))}
      </div>
      <div className={classes.page} />
    </div>
  );
}
