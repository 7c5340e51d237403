import parseHtml from 'html-dom-parser';
import { createElement, Fragment, type ReactNode } from 'react';
import { formatLongDate } from '#server/lib/dates.ts';
import { toDate } from '#web/lib/format.ts';
import classes from './published-text.module.css';

const ALLOWED = new Set('h2 h3 h4 p blockquote ul ol li strong em b i u s br'.split(' '));
const SAFE_LINK = /^(https?:|mailto:|\/)/i;

/** What of a parsed node is looked at: an element's name, attributes and children, or a text. */
interface ParsedNode {
  type: string;
  data?: string;
  name?: string;
  attribs?: Record<string, string>;
  children?: readonly ParsedNode[];
}

/** Headings, paragraphs, lists and links become elements; of anything else only the words are left. */
function toReact({ type, data, name = '', attribs = {}, children = [] }: ParsedNode, key: number): ReactNode {
  if (type === 'text') return data;
  if (type !== 'tag') return null;
  const inner = children.map(toReact);
  const { href } = attribs;
  if (name === 'a' && href !== undefined && SAFE_LINK.test(href)) {
    // What members and businesses wrote opens beside the page, as the server marked it.
    const aside = 'target' in attribs ? { target: '_blank', rel: 'noopener nofollow ugc' } : {};
    return createElement('a', { key, href, ...aside }, ...inner);
  }
  return createElement(ALLOWED.has(name) ? name : Fragment, { key }, ...inner);
}

/** HTML that the server has cleaned, as elements of our own: alike in a browser and where a page's HTML is made. */
export function RichText({ html }: { html: string }) {
  return <div className={classes.text}>{parseHtml(html).map(toReact)}</div>;
}

interface PublishedTextProps {
  /** A policy or contract as stored: HTML of headings, paragraphs, lists and links. */
  html: string;
  publishedAt: string | Date;
}

/** A policy or contract, with the day from which it holds. */
export function PublishedText({ html, publishedAt }: PublishedTextProps) {
  const date = toDate(publishedAt);
  return (
    <>
      {date === null ? null : <p className={classes.date}>Last changed {formatLongDate(date)}</p>}
      <RichText html={html} />
    </>
  );
}
