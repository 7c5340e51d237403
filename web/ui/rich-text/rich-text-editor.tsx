import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { extensions } from './extensions.ts';
import { LinkForm } from './link-form.tsx';
import classes from './rich-text.module.css';
import { editableHtml, htmlOf } from './rich-text-html.ts';
import { Toolbar } from './toolbar.tsx';

interface RichTextEditorProps {
  id: string;
  label: string;
  /** Ids of what describes it, separated by spaces. */
  describedBy: string;
  invalid: boolean;
  value: string;
  onChange(html: string): void;
  onBlur(): void;
}

/** The text box and its toolbar. Tab goes through it, as through any other field. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { id, label, describedBy, invalid, value, onChange, onBlur } = props;
  const [content] = useState(() => editableHtml(value));
  const [linking, setLinking] = useState(false);
  const known = useRef(value);

  const editorProps = useMemo(() => {
    const attributes: Record<string, string> = {
      id,
      class: classes.page ?? '',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': `${id}-label`,
    };
    if (describedBy !== '') attributes['aria-describedby'] = describedBy;
    if (invalid) attributes['aria-invalid'] = 'true';
    return {
      attributes,
      handleDOMEvents: {
        // Lists would take Tab to indent, and nobody could leave by keyboard; the browser's own is left to it.
        keydown: (_view: unknown, event: KeyboardEvent) => {
          if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
            event.preventDefault();
            setLinking(true);
          }
          return event.key === 'Tab';
        },
      },
    };
  }, [id, describedBy, invalid]);

  const editor = useEditor({
    extensions,
    content,
    editorProps,
    onUpdate: ({ editor }) => {
      known.current = htmlOf(editor);
      onChange(known.current);
    },
    onBlur,
  });
  useValueFromOutside(editor, value, known);

  return (
    <div className={classes.editor} data-invalid={invalid || undefined}>
      <Toolbar
        editor={editor}
        controls={id}
        label={label}
        linking={linking}
        onLink={() => setLinking(true)}
      />
      {linking ? <LinkForm editor={editor} id={`${id}-link`} onClose={() => setLinking(false)} /> : null}
      <EditorContent editor={editor} />
    </div>
  );
}

/** A form that is filled anew shows it; what is typed here is known already. */
function useValueFromOutside(editor: Editor, value: string, known: { current: string }) {
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    editor.commands.setContent(editableHtml(value), { emitUpdate: false });
  }, [editor, value, known]);
}
