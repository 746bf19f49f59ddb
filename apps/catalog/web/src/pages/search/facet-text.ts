import {escaped, unescaped} from '../../address-signs.ts';

const signs = /[%:;,]/g;

/** Values of facets, by their names. */
export type FacetChoice = Readonly<Record<string, readonly string[]>>;

/** What is chosen of facets as one text in an address: `type:hive_table,hive_column;owner:ann`. */
export function writeFacets(choice: FacetChoice): string {
  return (
    Object.entries(choice)
      // Without values a facet narrows nothing.
      .filter(([, values]) => values.length > 0)
      .map(
        ([name, values]) =>
          `${escaped(name, signs)}:${values.map(one => escaped(one, signs)).join(',')}`,
      )
      .join(';')
  );
}

/** Names without values are left out. */
export function readFacets(text: string | undefined): FacetChoice {
  const parts = (text ?? '').split(';').flatMap(part => {
    const [name = '', values = ''] = part.split(':');
    const list = values.split(',').filter(value => value !== '');
    return name === '' || list.length === 0
      ? // An address that somebody has shortened still means what is left of it.
        []
      : [[unescaped(name), [...new Set(list.map(unescaped))]] as const];
  });
  return Object.fromEntries(parts);
}

/** The choice with the value put in or, where it is chosen already, taken out. */
export function toggled(choice: FacetChoice, name: string, value: string): FacetChoice {
  const values = choice[name] ?? [];
  const next = values.includes(value) ? values.filter(one => one !== value) : [...values, value];
  return {...choice, [name]: next};
}
