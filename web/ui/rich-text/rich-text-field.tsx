import { Input } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useField } from '#web/ui/form/field-context.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { EditorKindName } from './rich-text-editor.tsx';
import '#web/ui/styles/mantine-rest.css';

/** Loaded on demand, because the editor is larger than most pages. */
const RichTextEditor = lazy(async () => ({
  default: (await import('./rich-text-editor.tsx')).RichTextEditor,
}));

/** Of an empty editor in a wide window. */
const EDITOR_HEIGHT = '10.5rem';

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
      <Suspense fallback={<Skeleton heights={[EDITOR_HEIGHT]} />}>
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
