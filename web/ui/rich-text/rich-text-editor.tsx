import { Link } from '@tiptap/extension-link';
import { type Editor, EditorContent, Extension, isNodeEmpty, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isLinkAddress } from './link-address.ts';
import { LinkForm } from './link-form.tsx';
import classes from './rich-text.module.css';
import { EDITOR_KINDS, type EditorKindName } from './tool-groups.ts';
import { Toolbar } from './toolbar.tsx';

/** Returns the editor's content as HTML, or '' if it is blank. */
function getHtml(editor: Editor): string {
  return isNodeEmpty(editor.state.doc, { ignoreWhitespace: true }) ? '' : editor.getHTML();
}

/** Converts stored plain text to HTML. Text that contains '<' is already HTML. */
function toEditableHtml(stored: string): string {
  if (stored === '' || stored.includes('<')) return stored;
  const paragraphs = stored.split(/\n{2,}/).map((text) => text.replaceAll('\n', '<br>'));
  return paragraphs.map((text) => `<p>${text}</p>`).join('');
}

/** Keeps the ids of headings, because links refer to them. */
const HeadingIds = Extension.create({
  name: 'headingIds',
  addGlobalAttributes: () => [{ types: ['heading'], attributes: { id: { default: null } } }],
});

function createExtensions(kind: EditorKindName) {
  const { headingLevels, hasSiteLinks } = EDITOR_KINDS[kind];
  const isNote = kind === 'note';
  return [
    StarterKit.configure({
      heading: headingLevels.length === 0 ? false : { levels: [...headingLevels] },
      code: false,
      codeBlock: false,
      horizontalRule: false,
      link: false,
      ...(isNote ? {} : { underline: false, strike: false, blockquote: false }),
      // A trailing node would add an empty paragraph at the end of the text.
      trailingNode: false,
    }),
    Link.configure({
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => isLinkAddress(address, hasSiteLinks),
      HTMLAttributes: isNote
        ? { target: '_blank', rel: 'noopener nofollow ugc' }
        : { target: null, rel: null },
    }),
    ...(kind === 'document' ? [HeadingIds] : []),
  ];
}

interface RichTextEditorProps {
  kind: EditorKindName;
  id: string;
  label: string;
  /** Ids for `aria-describedby`, separated by spaces. */
  describedBy: string;
  invalid: boolean;
  value: string;
  onChange(html: string): void;
  onBlur(): void;
}

/** A toolbar and a text box. Tab leaves the text box, as in any other field. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { kind, id, label, describedBy, invalid, value, onChange, onBlur } = props;
  const [extensions] = useState(() => createExtensions(kind));
  const [content] = useState(() => toEditableHtml(value));
  const [isLinkFormOpen, setLinkFormOpen] = useState(false);
  const lastHtml = useRef(value);

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
        // Returning true for Tab skips the editor's own handler, which would indent lists and trap keyboard
        // users.
        keydown: (_view: unknown, event: KeyboardEvent) => {
          if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
            event.preventDefault();
            setLinkFormOpen(true);
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
      lastHtml.current = getHtml(editor);
      onChange(lastHtml.current);
    },
    onBlur,
  });
  useExternalValue(editor, value, lastHtml);

  return (
    <div className={classes.editor} data-invalid={invalid || undefined}>
      <Toolbar
        editor={editor}
        groups={EDITOR_KINDS[kind].toolGroups}
        controlsId={id}
        label={label}
        isLinkFormOpen={isLinkFormOpen}
        onLink={() => setLinkFormOpen(true)}
      />
      {isLinkFormOpen ? (
        <LinkForm
          editor={editor}
          id={`${id}-link`}
          hasSiteLinks={EDITOR_KINDS[kind].hasSiteLinks}
          onClose={() => setLinkFormOpen(false)}
        />
      ) : null}
      <EditorContent editor={editor} />
    </div>
  );
}

/** Loads a value that the form set. Ignores changes that came from the editor itself. */
function useExternalValue(editor: Editor, value: string, lastHtml: { current: string }) {
  useEffect(() => {
    if (value === lastHtml.current) return;
    lastHtml.current = value;
    editor.commands.setContent(toEditableHtml(value), { emitUpdate: false });
  }, [editor, value, lastHtml]);
}
