import {ScrollArea} from '@mantine/core';
import classes from './json-view.module.css';
import {CopyButton} from './copy-button.tsx';

/** JSON to read and copy, with names, texts and numbers told apart. */
export function JsonView({
  value,
  label,
  maxHeight = '32rem',
}: {
  value: unknown;
  label: string;
  maxHeight?: string;
}) {
  const text = JSON.stringify(value, null, 2) ?? '';
  return (
    <div className={classes['box']}>
      <div className={classes['copy']}>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      <ScrollArea.Autosize
        mah={maxHeight}
        type="auto"
        // So that the keyboard can scroll it.
        viewportProps={{tabIndex: 0, role: 'region', 'aria-label': label}}
      >
        <pre className={classes['text']} dir="ltr">
          {partsOf(text).map(([kind, part], n) => (
            <span key={n} className={classes[kind]}>
              {part}
            </span>
          ))}
        </pre>
      </ScrollArea.Autosize>
    </div>
  );
}

type Kind = 'name' | 'string' | 'literal' | 'rest';
/** Names, texts and numbers as JSON writes them; what it does not know stays plain. */
const pattern =
  /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\b/g;
/** Above it colours would cost more than they help. */
const maxColoured = 200_000;

/** A scan and no parser: the text comes from `JSON.stringify`. */
export function partsOf(text: string): [Kind, string][] {
  if (text.length > maxColoured) return [['rest', text]];
  const parts: [Kind, string][] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push(['rest', text.slice(end, match.index)]);
    const [whole, quoted, colon] = match;
    if (quoted === undefined) parts.push(['literal', whole]);
    else if (colon === undefined) parts.push(['string', quoted]);
    else parts.push(['name', quoted], ['rest', colon]);
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(['rest', text.slice(end)]);
  return parts;
}
