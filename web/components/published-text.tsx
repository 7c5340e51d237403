import { createElement, Fragment, type ReactNode } from 'react';
import { formatLongDate } from '#server/lib/dates.ts';
import { toDate } from '#web/lib/format.ts';
import classes from './published-text.module.css';

const ALLOWED = new Set('h2 h3 h4 p blockquote ul ol li strong em b i u s br'.split(' '));
const SAFE_LINK = /^(https?:|mailto:|\/)/i;

/** Headings, paragraphs, lists and links become elements; of anything else only the words are left. */
function toReact(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.tagName.toLowerCase();
  if (name === 'script' || name === 'style') return null;
  const children = Array.from(node.childNodes, toReact);
  const href = node.getAttribute('href');
  if (name === 'a' && href !== null && SAFE_LINK.test(href)) {
    // What members and businesses wrote opens beside the page, as the server marked it.
    const aside = node.hasAttribute('target') ? { target: '_blank', rel: 'noopener nofollow ugc' } : {};
    return createElement('a', { key, href, ...aside }, ...children);
  }
  return createElement(ALLOWED.has(name) ? name : Fragment, { key }, ...children);
}

/** HTML that the server has cleaned, as elements of our own. */
export function RichText({ html }: { html: string }) {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  return <div className={classes.text}>{Array.from(body.childNodes, toReact)}</div>;
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
