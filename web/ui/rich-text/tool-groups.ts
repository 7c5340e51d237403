export type ToolName =
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'section'
  | 'heading'
  | 'blockquote'
  | 'bulletList'
  | 'orderedList'
  | 'link'
  | 'undo'
  | 'redo';

interface EditorKind {
  /** The toolbar shows them in this order. */
  toolGroups: ReadonlyArray<readonly ToolName[]>;
  headingLevels: Array<2 | 3 | 4>;
  /** True if links may lead to pages of the site, such as '/pricing', and to phone numbers. */
  hasSiteLinks: boolean;
}

/** What each kind of text may contain. Must match the HTML that the server keeps. */
export const EDITOR_KINDS = {
  /** A listing's text (server/domains/stores/rich-text.ts). */
  note: {
    toolGroups: [
      ['bold', 'italic', 'underline', 'strike'],
      ['heading', 'blockquote', 'bulletList', 'orderedList'],
      ['link'],
      ['undo', 'redo'],
    ],
    headingLevels: [3, 4],
    hasSiteLinks: false,
  },
  /** A text that staff publish (server/domains/content/published-html.ts). */
  document: {
    toolGroups: [
      ['bold', 'italic'],
      ['section', 'heading', 'bulletList', 'orderedList'],
      ['link'],
      ['undo', 'redo'],
    ],
    headingLevels: [2, 3],
    hasSiteLinks: true,
  },
  /** A passage of such a text, below one of its headings. */
  passage: {
    toolGroups: [['bold', 'italic'], ['bulletList', 'orderedList'], ['link'], ['undo', 'redo']],
    headingLevels: [],
    hasSiteLinks: true,
  },
} as const satisfies Record<string, EditorKind>;

export type EditorKindName = keyof typeof EDITOR_KINDS;
