import {Code} from '@mantine/core';
import {tokensOf} from '@gazetteer/formats/markdown';
import type {MarkedToken, Token, Tokens} from 'marked';
import {createElement, Fragment, memo, type ReactNode} from 'react';
import {safeAddress} from './safe-address.ts';
import classes from './markdown.module.css';

/**
 * Deeper quotes and lists are shown as they were written: nobody nests so far, but for making a
 * page break.
 */
const maxDepth = 16;
/** Longer texts are shown as they were written. */
const maxLength = 200_000;

/**
 * Text in Markdown as somebody reads it. Tokens become elements of the page one by one: there is no
 * HTML on the way, and what looks like HTML in the text is shown as text. Pictures are shown as
 * links, since a page loads nothing from elsewhere.
 */
export const Markdown = memo(function Markdown({text}: {text: string}) {
  return (
    <div className={classes['markdown']} dir="auto">
      {blocksOf(text)}
    </div>
  );
});

function blocksOf(text: string): ReactNode {
  if (text.length > maxLength) return <p>{text}</p>;
  try {
    return blocks(tokensOf(text), 0);
  } catch (error) {
    // A text of ten thousand quotes in each other ends the stack of who reads it.
    if (error instanceof RangeError) return <p>{text}</p>;
    throw error;
  }
}

function blocks(tokens: readonly Token[], depth: number): ReactNode {
  return tokens.map((token, n) => (
    <Fragment key={n}>{block(token as MarkedToken, depth)}</Fragment>
  ));
}

function block(token: MarkedToken, depth: number): ReactNode {
  if (depth > maxDepth) return token.raw;
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      // The page has the first two levels of headings.
      return createElement(
        `h${Math.min(6, token.depth + 2)}`,
        undefined,
        inline(token.tokens, depth),
      );
    case 'paragraph':
      return <p>{inline(token.tokens, depth)}</p>;
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, depth + 1)}</blockquote>;
    case 'list':
      return list(token, depth);
    case 'code':
      return (
        <Code block tabIndex={0}>
          {token.text}
        </Code>
      );
    case 'table':
      return table(token, depth);
    case 'hr':
      return <hr />;
    case 'html':
      return <p>{token.raw.trim()}</p>;
    default:
      return inline([token], depth);
  }
}

function list({ordered, start, items}: Tokens.List, depth: number): ReactNode {
  const children = items.map((item, n) => (
    <li key={n} data-task={item.task || undefined}>
      {item.task && (
        <span role="img" aria-label={item.checked === true ? 'done' : 'to do'}>
          {item.checked === true ? '☑ ' : '☐ '}
        </span>
      )}
      {blocks(
        item.tokens.filter(one => one.type !== 'checkbox'),
        depth + 1,
      )}
    </li>
  ));
  return ordered ? <ol start={Number(start) || 1}>{children}</ol> : <ul>{children}</ul>;
}

function table({header, rows}: Tokens.Table, depth: number): ReactNode {
  return (
    <div className={classes['scroller']} tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {header.map((cell, n) => (
              <th key={n} scope="col" data-align={cell.align ?? undefined}>
                {inline(cell.tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n}>
              {row.map((cell, m) => (
                <td key={m} data-align={cell.align ?? undefined}>
                  {inline(cell.tokens, depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: readonly Token[], depth: number): ReactNode {
  return tokens.map((token, n) => (
    <Fragment key={n}>{phrase(token as MarkedToken, depth + 1)}</Fragment>
  ));
}

function phrase(token: MarkedToken, depth: number): ReactNode {
  if (depth > maxDepth) return token.raw;
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens, depth)}</strong>;
    case 'em':
      return <em>{inline(token.tokens, depth)}</em>;
    case 'del':
      return <del>{inline(token.tokens, depth)}</del>;
    case 'codespan':
      return <Code>{token.text}</Code>;
    case 'br':
      return <br />;
    case 'link':
      return <SafeLink href={token.href}>{inline(token.tokens, depth)}</SafeLink>;
    case 'image':
      return <SafeLink href={token.href}>{token.text === '' ? token.href : token.text}</SafeLink>;
    case 'escape':
      return token.text;
    case 'text':
      return token.tokens === undefined ? token.text : inline(token.tokens, depth);
    default:
      return token.raw;
  }
}

/** What would run something, or lead nowhere, is text. */
function SafeLink({href, children}: {href: string; children: ReactNode}) {
  const address = safeAddress(href);
  if (address === undefined) return <>{children}</>;
  const isInside = address.startsWith('#');
  return (
    <a
      href={address}
      {...(isInside ? {} : {target: '_blank', rel: 'noopener noreferrer nofollow'})}
    >
      {children}
    </a>
  );
}
