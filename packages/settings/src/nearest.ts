import {distance} from 'fastest-levenshtein';

/**
 * The known word that is most like another one, which it may be the beginning of; undefined where
 * none is that near.
 */
export function nearestTo(
  word: string,
  known: Iterable<string>,
  most = Infinity,
): string | undefined {
  const words = [...known];
  const longer = words.filter(one => one.startsWith(`${word}-`));
  if (longer.length === 1) return longer[0];
  const nearest = words.sort((a, b) => distance(word, a) - distance(word, b))[0];
  return nearest === undefined || distance(word, nearest) > most ? undefined : nearest;
}

/** A sentence that names it, behind another one; nothing where nothing is known. */
export function didYouMean(word: string, known: Iterable<string>, dashes = ''): string {
  const nearest = nearestTo(word, known);
  return nearest === undefined ? '' : ` The nearest known one is ${dashes}${nearest}.`;
}
