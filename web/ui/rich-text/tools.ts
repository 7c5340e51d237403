import type { ChainedCommands } from '@tiptap/react';
import type { ToolName } from './tool-groups.ts';

interface Tool {
  label: string;
  run(chain: ChainedCommands): ChainedCommands;
}

/** The link tool does nothing here: the toolbar opens a form for its address. */
export const TOOLS: Record<ToolName, Tool> = {
  bold: { label: 'Bold', run: (chain) => chain.toggleBold() },
  italic: { label: 'Italic', run: (chain) => chain.toggleItalic() },
  underline: { label: 'Underline', run: (chain) => chain.toggleUnderline() },
  strike: { label: 'Strikethrough', run: (chain) => chain.toggleStrike() },
  heading: { label: 'Heading', run: (chain) => chain.toggleHeading({ level: 3 }) },
  blockquote: { label: 'Quote', run: (chain) => chain.toggleBlockquote() },
  bulletList: { label: 'Bulleted list', run: (chain) => chain.toggleBulletList() },
  orderedList: { label: 'Numbered list', run: (chain) => chain.toggleOrderedList() },
  link: { label: 'Link', run: (chain) => chain },
  undo: { label: 'Undo', run: (chain) => chain.undo() },
  redo: { label: 'Redo', run: (chain) => chain.redo() },
};
