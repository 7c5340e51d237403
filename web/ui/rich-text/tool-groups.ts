/** The toolbar shows the tools in this order. */
export const TOOL_GROUPS = [
  ['bold', 'italic', 'underline', 'strike'],
  ['heading', 'blockquote', 'bulletList', 'orderedList'],
  ['link'],
  ['undo', 'redo'],
] as const;

export type ToolName = (typeof TOOL_GROUPS)[number][number];
