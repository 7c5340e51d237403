import { Link } from '@tiptap/extension-link';
import { StarterKit } from '@tiptap/starter-kit';
import { isLinkAddress } from './link-address.ts';

/** Exactly what the server keeps of rich text (server/stores/rich-text.ts). */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: false,
    // It would end every list with an empty paragraph.
    trailingNode: false,
  }),
  Link.configure({
    openOnClick: false,
    defaultProtocol: 'https',
    isAllowedUri: isLinkAddress,
    HTMLAttributes: { target: '_blank', rel: 'noopener nofollow ugc' },
  }),
];
