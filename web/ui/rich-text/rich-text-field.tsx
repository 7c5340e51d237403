import { Input } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useField } from '#web/ui/form/field-context.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './rich-text.module.css';
import { EDITOR_KINDS, type EditorKindName } from './tool-groups.ts';
import '#web/ui/styles/mantine-rest.css';

/** Has as many tools as the editor, so that both wrap alike and have the same height. */
function EditorSkeleton({ kind }: { kind: EditorKindName }) {
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

/** Loaded on demand, because the editor is larger than most pages. */
const RichTextEditor = lazy(async () => ({
  default: (await import('./rich-text-editor.tsx')).RichTextEditor,
}));

interface RichTextFieldProps {
  /** The path in the form's values. The value is HTML, or '' if the field is empty. */
  name: string;
  label: string;
  description?: ReactNode;
  kind?: EditorKindName;
}

export function RichTextField({ name, label, description, kind = 'note' }: RichTextFieldProps) {
  const field = useField(name, label);
  const { id, value, error } = field;
  const descriptions = [
    description === undefined ? null : `${id}-description`,
    error === undefined ? null : `${id}-error`,
  ];
  return (
    <Input.Wrapper
      id={`${id}-field`}
      size="md"
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: () => document.getElementById(id)?.focus() }}
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <Suspense fallback={<EditorSkeleton kind={kind} />}>
        <RichTextEditor
          kind={kind}
          id={id}
          label={label}
          describedBy={descriptions.filter(Boolean).join(' ')}
          invalid={error !== undefined}
          value={typeof value === 'string' ? value : ''}
          onChange={field.setValue}
          onBlur={field.onBlur}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
