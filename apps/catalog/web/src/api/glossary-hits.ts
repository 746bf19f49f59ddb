import type {Schemas} from '@gazetteer/client';

/** A term or category that was found, with the glossary that it is in. */
export type GlossaryHit = {
  readonly kind: 'term' | 'category';
  readonly guid: string;
  readonly name: string;
  readonly glossaryName: string;
  readonly qualifiedName: string;
};
export type GlossaryHits = {readonly count: number; readonly hits: readonly GlossaryHit[]};

/**
 * The server groups a page of hits by glossary; people look for names. What is missing in an answer
 * is left out there by the server where it is empty.
 */
export function hitsOf({glossary = []}: Schemas['GlossaryHits']): readonly GlossaryHit[] {
  const all = glossary.flatMap(({name: glossaryName = '', terms = [], categories = []}) => {
    const hit =
      (kind: GlossaryHit['kind']) =>
      ({guid = '', name = '', qualifiedName = ''}: (typeof terms)[number]): GlossaryHit => ({
        kind,
        guid,
        name,
        glossaryName,
        qualifiedName,
      });
    return [...terms.map(hit('term')), ...categories.map(hit('category'))];
  });
  // Letter by letter, as the server orders pages: with the order of a language the pages would
  // not follow one another.
  const key = (one: GlossaryHit) => one.name.toLowerCase();
  return all.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
