import { createScopedKeydownHandler, Input } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import {
  RichTextEditor as MantineEditor,
  type RichTextEditorProps as MantineEditorProps,
  type RichTextEditorLabels,
} from '@mantine/tiptap';
import '@mantine/tiptap/styles.layer.css';
import { Link } from '@tiptap/extension-link';
import { Editor, Extension, isNodeEmpty, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isLinkAddress, toLinkAddress } from './link-address.ts';
import classes from './rich-text.module.css';

type ToolName =
  | 'Bold'
  | 'Italic'
  | 'Underline'
  | 'Strikethrough'
  | 'H2'
  | 'H3'
  | 'Blockquote'
  | 'BulletList'
  | 'OrderedList'
  | 'Link'
  | 'Unlink'
  | 'Undo'
  | 'Redo';

interface EditorKind {
  /** The toolbar shows them in this order. */
  toolGroups: ReadonlyArray<readonly ToolName[]>;
  headingLevels: Array<2 | 3 | 4>;
  /** True if links may lead to pages of the site, such as '/pricing', and to phone numbers. */
  hasSiteLinks: boolean;
}

/** What each kind of text may contain. Must match the HTML that the server keeps. */
const EDITOR_KINDS = {
  /** A listing's text (server/domains/stores/rich-text.ts). */
  note: {
    toolGroups: [
      ['Bold', 'Italic', 'Underline', 'Strikethrough'],
      ['H3', 'Blockquote', 'BulletList', 'OrderedList'],
      ['Link', 'Unlink'],
      ['Undo', 'Redo'],
    ],
    headingLevels: [3, 4],
    hasSiteLinks: false,
  },
  /** A text that staff publish (server/domains/content/published-html.ts). */
  document: {
    toolGroups: [
      ['Bold', 'Italic'],
      ['H2', 'H3', 'BulletList', 'OrderedList'],
      ['Link', 'Unlink'],
      ['Undo', 'Redo'],
    ],
    headingLevels: [2, 3],
    hasSiteLinks: true,
  },
  /** A passage of such a text, below one of its headings. */
  passage: {
    toolGroups: [
      ['Bold', 'Italic'],
      ['BulletList', 'OrderedList'],
      ['Link', 'Unlink'],
      ['Undo', 'Redo'],
    ],
    headingLevels: [],
    hasSiteLinks: true,
  },
} as const satisfies Record<string, EditorKind>;

export type EditorKindName = keyof typeof EDITOR_KINDS;

const LABELS: Partial<RichTextEditorLabels> = {
  h2ControlLabel: 'Section heading',
  h3ControlLabel: 'Heading',
  blockquoteControlLabel: 'Quote',
  bulletListControlLabel: 'Bulleted list',
  orderedListControlLabel: 'Numbered list',
  linkEditorInputLabel: 'Link address',
  linkEditorSave: 'Save link',
};

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

/**
 * Completes an address such as 'joes.com', which Mantine's form passes as it was typed. If no text is
 * selected, inserts the address as the text.
 */
function createLink(hasSiteLinks: boolean, onChecked: (isAddress: boolean) => void) {
  return Link.extend({
    addCommands() {
      return {
        ...this.parent?.(),
        setLink:
          ({ href: input }) =>
          ({ chain, editor, state }) => {
            const href = toLinkAddress(input, hasSiteLinks);
            onChecked(href !== null);
            if (href === null) return false;
            const mark = { type: this.name, attrs: { href } };
            return state.selection.empty && !editor.isActive(this.name)
              ? chain()
                  .insertContent({ type: 'text', text: input.trim(), marks: [mark] })
                  .run()
              : chain().setMark(this.name, { href }).setMeta('preventAutolink', true).run();
          },
      };
    },
  });
}

function createExtensions(kind: EditorKindName, onLinkChecked: (isAddress: boolean) => void) {
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
    createLink(hasSiteLinks, onLinkChecked).configure({
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
  const { toolGroups, hasSiteLinks } = EDITOR_KINDS[kind];
  const [isLinkRefused, setLinkRefused] = useState(false);
  const [extensions] = useState(() => createExtensions(kind, (isAddress) => setLinkRefused(!isAddress)));
  const [content] = useState(() => toEditableHtml(value));
  const linkButton = useRef<HTMLButtonElement>(null);
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
            // Mantine's own shortcut would open the form of every editor on the page.
            linkButton.current?.click();
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
    <MantineEditor
      editor={toMantineEditor(editor)}
      labels={LABELS}
      variant="subtle"
      withTypographyStyles={false}
      classNames={{
        root: classes.editor,
        control: classes.tool,
        linkEditorExternalControl: classes.external,
      }}
      data-invalid={invalid || undefined}
    >
      <MantineEditor.Toolbar
        ref={keepOneTabStop}
        role="toolbar"
        aria-label={`Formatting for ${label}`}
        aria-controls={id}
      >
        {toolGroups.map((group) => (
          <MantineEditor.ControlsGroup key={group[0]}>
            {group.map((name) => {
              if (name === 'Link')
                return <MantineEditor.Link key={name} ref={linkButton} onKeyDown={moveBetweenTools} />;
              const Tool = MantineEditor[name];
              return <Tool key={name} onKeyDown={moveBetweenTools} />;
            })}
          </MantineEditor.ControlsGroup>
        ))}
      </MantineEditor.Toolbar>
      {isLinkRefused ? (
        <Input.Error role="alert" size="md" className={classes.refusal}>
          Please use an address such as{' '}
          {hasSiteLinks ? '/pricing or https://example.com' : 'https://example.com'}
        </Input.Error>
      ) : null}
      <MantineEditor.Content />
    </MantineEditor>
  );
}

/** Mantine's types know the editor only from Tiptap's CommonJS build. At run time, both are the same class. */
const isMantineEditor = (editor: unknown): editor is MantineEditorProps['editor'] => editor instanceof Editor;

const toMantineEditor = (editor: unknown): MantineEditorProps['editor'] =>
  isMantineEditor(editor) ? editor : null;

/** The arrow keys move between the tools (the ARIA toolbar pattern). */
const moveBetweenTools = createScopedKeydownHandler({
  parentSelector: '[role="toolbar"]',
  siblingSelector: 'button',
  orientation: 'horizontal',
  dir: 'ltr',
});

/** Makes the first tool the toolbar's only Tab stop. Mantine makes each tool one. */
function keepOneTabStop(toolbar: HTMLElement | null): void {
  for (const tool of [...(toolbar?.querySelectorAll('button') ?? [])].slice(1)) tool.tabIndex = -1;
}

/** Loads a value that the form set. Ignores changes that came from the editor itself. */
function useExternalValue(editor: Editor, value: string, lastHtml: { current: string }) {
  useEffect(() => {
    if (value === lastHtml.current) return;
    lastHtml.current = value;
    editor.commands.setContent(toEditableHtml(value), { emitUpdate: false });
  }, [editor, value, lastHtml]);
}
