import { Link } from '@tiptap/extension-link';
import { StarterKit } from '@tiptap/starter-kit';
import { isLinkAddress } from './link-address.ts';

/** Must match the HTML that the server keeps (server/stores/rich-text.ts). */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: false,
    // Would add an empty paragraph after every list.
    trailingNode: false,
  }),
  Link.configure({
    openOnClick: false,
    defaultProtocol: 'https',
    isAllowedUri: isLinkAddress,
    HTMLAttributes: { target: '_blank', rel: 'noopener nofollow ugc' },
  }),
];
