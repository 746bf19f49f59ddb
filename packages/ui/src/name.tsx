import {Fragment, type ReactNode} from 'react';

/** A name that a machine reads, in its own direction. */
export function Name({text}: {text: string}) {
  return <bdi>{breakable(text)}</bdi>;
}

/**
 * The same text, which breaks between its words (`one_word:another.third`) where it is too long for
 * its place.
 */
export function breakable(text: string): ReactNode {
  const words = text.split(/(?<=[_.:@/-])(?=[^_.:@/-])/);
  return words.map((word, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
