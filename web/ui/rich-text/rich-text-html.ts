import { type Editor, isNodeEmpty } from '@tiptap/react';

/** Returns the editor's content as HTML, or '' if it is blank. */
export function getHtml(editor: Editor): string {
  return isNodeEmpty(editor.state.doc, { ignoreWhitespace: true }) ? '' : editor.getHTML();
}

/** Converts stored plain text to HTML. Text that contains '<' is already HTML. */
export function toEditableHtml(stored: string): string {
  if (stored === '' || stored.includes('<')) return stored;
  const paragraphs = stored.split(/\n{2,}/).map((text) => text.replaceAll('\n', '<br>'));
  return paragraphs.map((text) => `<p>${text}</p>`).join('');
}
