import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useRef, useState } from 'react';
import classes from './rich-text.module.css';
import type { ToolName } from './tool-groups.ts';
import { TOOL_ICONS, TOOLS } from './tools.tsx';

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
