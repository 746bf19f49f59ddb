import {breakable} from '@gazetteer/ui';
import {markedParts} from './marked-parts.ts';

/** A text in which what was searched for is marked. */
export function Marked({text, sought}: {readonly text: string; readonly sought: string}) {
  return markedParts(text, sought).map(({part, isMarked}, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
    isMarked ? <mark key={at}>{breakable(part)}</mark> : <span key={at}>{breakable(part)}</span>,
  );
}
