import {breakable} from '@gazetteer/ui';
import {markedParts} from './marked-parts.ts';

/**
 * A text in which what was searched for is marked. `mark` and not a style: search results are read
 * out and printed as well.
 */
export function Marked({text, sought}: {readonly text: string; readonly sought: string}) {
  return markedParts(text, sought).map(({part, isMarked}, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
    isMarked ? <mark key={at}>{breakable(part)}</mark> : <span key={at}>{breakable(part)}</span>,
  );
}
