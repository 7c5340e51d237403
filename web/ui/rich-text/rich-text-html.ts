import { type Editor, isNodeEmpty } from '@tiptap/react';

/** What is written, as HTML; '' where nothing would be seen. */
export function htmlOf(editor: Editor): string {
  return isNodeEmpty(editor.state.doc, { ignoreWhitespace: true }) ? '' : editor.getHTML();
}

/** A stored text as the editor reads it: in one without tags the line breaks are the paragraphs. */
export function editableHtml(stored: string): string {
  if (stored === '' || stored.includes('<')) return stored;
  const paragraphs = stored.split(/\n{2,}/).map((text) => text.replaceAll('\n', '<br>'));
  return paragraphs.map((text) => `<p>${text}</p>`).join('');
}
