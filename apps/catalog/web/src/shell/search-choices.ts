import type {Schemas} from '@gazetteer/client';
import type {FoundInEditor} from '../api/queries.ts';
import {writeFacets} from '../pages/search/facet-text.ts';
import type {SearchLink} from '../pages/search/search-link.ts';
import type {Visit} from './visits.ts';

/** Something that the search box offers, and where it leads. */
export type Choice = {
  readonly id: string;
  readonly kind:
    | 'entity'
    | 'column'
    | 'term'
    | 'classification'
    | 'owner'
    | 'saved'
    | 'page'
    | 'words'
    | 'query'
    | 'statement';
  readonly label: string;
  readonly typeName?: string;
  /** Tells those of one name from each other. */
  readonly place?: string;
  readonly to: Target;
};

export type Target =
  | {readonly entity: string}
  | {readonly term: string}
  | {readonly page: string}
  /** Of the editor. */
  | {readonly address: string}
  | {readonly search: SearchLink};

export type ChoiceGroup = {readonly label: string; readonly choices: readonly Choice[]};

export type Known = {
  readonly visits: readonly Visit[];
  readonly saved: readonly Schemas['SavedSearch'][];
  readonly classifications: readonly string[];
  readonly pages: readonly {readonly to: string; readonly label: string}[];
  readonly inEditor: readonly FoundInEditor[];
  /** The address of a saved search. */
  readonly linkOfSaved: (search: Schemas['SavedSearch']) => SearchLink;
};

/** So that all kinds have room. */
const [maxOfKind, maxRecent] = [5, 3];

/**
 * All that fits what is typed, recent entities first; without a text what somebody may want to go
 * back to.
 */
export function choicesFor(
  text: string,
  found: Schemas['Typeahead'] | undefined,
  known: Known,
): readonly ChoiceGroup[] {
  const sought = text.trim().toLowerCase();
  const fits = (label: string) => label.toLowerCase().includes(sought);
  const recent = known.visits.filter(one => fits(one.name)).slice(0, sought === '' ? 8 : maxRecent);
  // An entity is offered once.
  const seen = new Set(recent.map(one => one.guid));
  const groups: ChoiceGroup[] = [
    {label: 'Recently viewed', choices: recent.map(one => entityChoice(one, 'recent'))},
    {label: 'Assets', choices: (found?.assets ?? []).flatMap(one => assetChoices(one, seen))},
    {label: 'Glossary terms', choices: (found?.terms ?? []).map(termChoice)},
    {
      label: 'Classifications',
      choices: sought === '' ? [] : classificationChoices(known.classifications, sought),
    },
    {label: 'Owners', choices: (found?.owners ?? []).map(ownerChoice)},
    {label: 'Saved searches', choices: savedChoices(known, fits)},
    {
      label: 'Pages',
      choices: sought === '' ? [] : pageChoices(known.pages.filter(one => fits(one.label))),
    },
    {
      label: 'Did you mean',
      choices: found?.corrected === undefined ? [] : [wordsChoice(found.corrected)],
    },
    // Last, as they may come later than the others, which stay where they are.
    {label: 'Saved queries', choices: editorChoices(known, 'query')},
    {label: 'History of queries', choices: editorChoices(known, 'statement')},
  ];
  return groups.filter(one => one.choices.length > 0);
}

type Found = Schemas['Typeahead']['assets'][number];
type Named = {
  readonly guid: string;
  readonly typeName: string;
  readonly name: string;
  readonly qualifiedName?: string | undefined;
};

function entityChoice({guid, typeName, name, qualifiedName}: Named, group = ''): Choice {
  return {
    // A column may stand below its table and among the recent ones.
    id: `entity:${guid}:${group}`,
    kind: 'entity',
    label: name,
    typeName,
    ...(qualifiedName === undefined || qualifiedName === name ? {} : {place: qualifiedName}),
    to: {entity: guid},
  };
}

/** The asset, unless it is among the recent ones already, and below it its columns. */
function assetChoices(asset: Found, seen: ReadonlySet<string>): Choice[] {
  const {columns = []} = asset;
  const own = seen.has(asset.guid) && columns.length === 0 ? [] : [entityChoice(asset)];
  return [...own, ...columns.map((one): Choice => ({...entityChoice(one), kind: 'column'}))];
}

function termChoice({guid, name, qualifiedName}: Named): Choice {
  const glossary = qualifiedName?.slice(qualifiedName.lastIndexOf('@') + 1);
  const place = glossary === undefined ? {} : {place: glossary};
  return {id: `term:${guid}`, kind: 'term', label: name, ...place, to: {term: guid}};
}

/** Those whose name begins so first. */
function classificationChoices(names: readonly string[], sought: string): Choice[] {
  // In the middle of a name as well: names are made of several words.
  const at = (name: string) => name.toLowerCase().indexOf(sought);
  return names
    .filter(name => at(name) >= 0)
    .toSorted((a, b) => Math.min(at(a), 1) - Math.min(at(b), 1) || a.localeCompare(b))
    .slice(0, maxOfKind)
    .map(name => ({
      id: `classification:${name}`,
      kind: 'classification',
      label: name,
      to: {search: {tag: name}},
    }));
}

function ownerChoice(name: string): Choice {
  const facets = writeFacets({owner: [name]});
  return {id: `owner:${name}`, kind: 'owner', label: name, to: {search: {facets}}};
}

function savedChoices({saved, linkOfSaved}: Known, fits: (label: string) => boolean): Choice[] {
  const fitting = saved.filter(one => fits(one.name ?? '')).slice(0, maxOfKind);
  return fitting.map(one => ({
    id: `saved:${one.guid ?? ''}`,
    kind: 'saved',
    label: one.name ?? '',
    to: {search: linkOfSaved(one)},
  }));
}

function pageChoices(pages: Known['pages']): Choice[] {
  return pages.map(({label, to}) => ({id: `page:${to}`, kind: 'page', label, to: {page: to}}));
}

function editorChoices({inEditor}: Known, kind: FoundInEditor['kind']): Choice[] {
  const found = inEditor.filter(one => one.kind === kind);
  return found.map(({label, place, url}) => ({
    id: `${kind}:${url}`,
    kind,
    label,
    ...(place === undefined ? {} : {place}),
    to: {address: url},
  }));
}

function wordsChoice(query: string): Choice {
  return {id: `words:${query}`, kind: 'words', label: query, to: {search: {query}}};
}
