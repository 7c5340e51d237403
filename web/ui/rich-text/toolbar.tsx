import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { icon } from '#web/ui/icons.tsx';
import classes from './rich-text.module.css';
import type { ToolName } from './tool-groups.ts';

const TOOL_ICONS = {
  bold: icon(
    <path d="M7 5h6.5a3.4 3.4 0 0 1 0 6.8H7zM7 11.8h7.5a3.6 3.6 0 0 1 0 7.2H7z" strokeWidth="2.6" />,
  ),
  italic: icon(<path d="M11 5h6M7 19h6M14.5 5l-5 14" />),
  underline: icon(<path d="M7 4v6.5a5 5 0 0 0 10 0V4M5 20h14" />),
  strike: icon(
    <path d="M4 12h16M16.5 7.2C15.8 5.7 14.2 5 12 5 9.3 5 7.5 6.4 7.5 8.5c0 1.4.8 2.6 2.3 3.5M7.3 16.2c.6 1.9 2.3 2.8 4.7 2.8 2.9 0 4.7-1.4 4.7-3.6 0-1.4-.7-2.5-1.9-3.4" />,
  ),
  section: icon(<path d="M4 5v14M13 5v14M4 12h9M17 9.5l2.5-1.5v11" />),
  heading: icon(<path d="M6 5v14M18 5v14M6 12h12" />),
  blockquote: icon(<path d="M10 7H5v6h4.5c0 2.2-1.3 3.5-3.5 4M20 7h-5v6h4.5c0 2.2-1.3 3.5-3.5 4" />),
  bulletList: icon(<path d="M10 6h10M10 12h10M10 18h10M5 6h.01M5 12h.01M5 18h.01" />),
  orderedList: icon(
    <path d="M11 6h9M11 12h9M11 18h9M4 5l1.5-1v5M4 14.8c0-1 .7-1.6 1.6-1.6s1.5.6 1.5 1.4c0 1.6-3 2.4-3 4.4h3.2" />,
  ),
  link: icon(
    <path d="M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7L12 17.7" />,
  ),
  undo: icon(<path d="M9 14L4.5 9.5 9 5M4.5 9.5H15a4.75 4.75 0 0 1 0 9.5h-4" />),
  redo: icon(<path d="M15 14l4.5-4.5L15 5M19.5 9.5H9A4.75 4.75 0 0 0 9 19h4" />),
} as const satisfies Record<ToolName, unknown>;

interface Tool {
  label: string;
  run(chain: ChainedCommands): ChainedCommands;
}

/** The link tool's `run` does nothing, because the toolbar opens a form for the address. */
const TOOLS: Record<ToolName, Tool> = {
  bold: { label: 'Bold', run: (chain) => chain.toggleBold() },
  italic: { label: 'Italic', run: (chain) => chain.toggleItalic() },
  underline: { label: 'Underline', run: (chain) => chain.toggleUnderline() },
  strike: { label: 'Strikethrough', run: (chain) => chain.toggleStrike() },
  section: { label: 'Section heading', run: (chain) => chain.toggleHeading({ level: 2 }) },
  heading: { label: 'Heading', run: (chain) => chain.toggleHeading({ level: 3 }) },
  blockquote: { label: 'Quote', run: (chain) => chain.toggleBlockquote() },
  bulletList: { label: 'Bulleted list', run: (chain) => chain.toggleBulletList() },
  orderedList: { label: 'Numbered list', run: (chain) => chain.toggleOrderedList() },
  link: { label: 'Link', run: (chain) => chain },
  undo: { label: 'Undo', run: (chain) => chain.undo() },
  redo: { label: 'Redo', run: (chain) => chain.redo() },
};

/** For each key, returns the index of the tool that gets focus. */
const KEY_STEPS: Partial<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

interface ToolbarProps {
  editor: Editor;
  groups: ReadonlyArray<readonly ToolName[]>;
  /** The id of the text box, for `aria-controls`. */
  controlsId: string;
  label: string;
  isLinkFormOpen: boolean;
  onLink(): void;
}

/** The whole toolbar is one Tab stop; the arrow keys move between its tools (the ARIA toolbar pattern). */
export function Toolbar({ editor, groups, controlsId, label, isLinkFormOpen, onLink }: ToolbarProps) {
  const [current, setCurrent] = useState<ToolName>('bold');
  const buttons = useRef(new Map<ToolName, HTMLButtonElement>());
  const states = useEditorState({ editor, selector: readStates });

  function onKeyDown(event: KeyboardEvent) {
    const names = groups.flat();
    const nextTool = names[KEY_STEPS[event.key]?.(names.indexOf(current), names.length) ?? -1];
    if (nextTool === undefined) return;
    event.preventDefault();
    setCurrent(nextTool);
    buttons.current.get(nextTool)?.focus();
  }

  function runTool(name: ToolName) {
    setCurrent(name);
    if (name === 'link') onLink();
    else TOOLS[name].run(editor.chain().focus()).run();
  }

  return (
    <div
      role="toolbar"
      aria-label={`Formatting for ${label}`}
      aria-controls={controlsId}
      className={classes.toolbar}
      onKeyDown={onKeyDown}
    >
      {groups.map((group) => (
        <div key={group[0]} className={classes.group}>
          {group.map((name) => {
            const { isActive, isEnabled } = states[name];
            const Icon = TOOL_ICONS[name];
            return (
              <button
                key={name}
                ref={(button) => {
                  if (button === null) buttons.current.delete(name);
                  else buttons.current.set(name, button);
                }}
                type="button"
                className={classes.tool}
                title={TOOLS[name].label}
                aria-label={TOOLS[name].label}
                aria-pressed={isActive}
                aria-expanded={name === 'link' ? isLinkFormOpen : undefined}
                aria-disabled={isEnabled ? undefined : true}
                tabIndex={name === current ? 0 : -1}
                // Keeps the text selection, which a press would clear.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => (isEnabled ? runTool(name) : undefined)}
              >
                <Icon size={20} />
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface ToolState {
  /** Undefined for undo and redo, which are never active. */
  isActive: boolean | undefined;
  isEnabled: boolean;
}

function readStates({ editor }: { editor: Editor }): Record<ToolName, ToolState> {
  const mark = (name: string, attributes?: object): ToolState => ({
    isActive: editor.isActive(name, attributes),
    isEnabled: true,
  });
  return {
    bold: mark('bold'),
    italic: mark('italic'),
    underline: mark('underline'),
    strike: mark('strike'),
    section: mark('heading', { level: 2 }),
    heading: {
      isActive: editor.isActive('heading') && !editor.isActive('heading', { level: 2 }),
      isEnabled: true,
    },
    blockquote: mark('blockquote'),
    bulletList: mark('bulletList'),
    orderedList: mark('orderedList'),
    link: mark('link'),
    undo: { isActive: undefined, isEnabled: editor.can().undo() },
    redo: { isActive: undefined, isEnabled: editor.can().redo() },
  };
}
