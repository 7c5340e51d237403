import parseHtml from 'html-dom-parser';
import { createElement, Fragment, type ReactNode } from 'react';
import { formatLongDate } from '#server/lib/dates.ts';
import { toDate } from '#web/lib/format.ts';
import classes from './published-text.module.css';

const ALLOWED = new Set('h2 h3 h4 p blockquote ul ol li strong em b i u s br'.split(' '));
const SAFE_LINK = /^(https?:|mailto:|tel:|\/)/i;

/** The properties of the HTML parser's nodes that we read. */
interface ParsedNode {
  type: string;
  data?: string;
  name?: string;
  attribs?: Record<string, string>;
  children?: readonly ParsedNode[];
}

/** Converts allowed elements and safe links. Replaces any other element with its content. */
function toReact({ type, data, name = '', attribs = {}, children = [] }: ParsedNode, key: number): ReactNode {
  if (type === 'text') return data;
  if (type !== 'tag') return null;
  const content = children.map(toReact);
  const { href } = attribs;
  if (name === 'a' && href !== undefined && SAFE_LINK.test(href)) {
    // The server sets `target` only on links in the descriptions of promotions.
    const newTab = 'target' in attribs ? { target: '_blank', rel: 'noopener nofollow ugc' } : {};
    return createElement('a', { key, href, ...newTab }, ...content);
  }
  return createElement(ALLOWED.has(name) ? name : Fragment, { key }, ...content);
}

const readText = ({ type, data = '', children = [] }: ParsedNode): string =>
  type === 'text' ? data : children.map(readText).join('');

/** Returns the HTML's text without its elements. */
export function toPlainText(html: string): string {
  return parseHtml(html).map(readText).join('');
}

/** Renders HTML as React elements. Only allowed elements and safe links get through. */
export function RichText({ html }: { html: string }) {
  return <div className={classes.text}>{parseHtml(html).map(toReact)}</div>;
}

interface PublishedTextProps {
  html: string;
  publishedAt: string | Date;
}

export function PublishedText({ html, publishedAt }: PublishedTextProps) {
  const date = toDate(publishedAt);
  return (
    <>
      {date === null ? null : <p className={classes.date}>Last updated {formatLongDate(date)}</p>}
      <RichText html={html} />
    </>
  );
}
