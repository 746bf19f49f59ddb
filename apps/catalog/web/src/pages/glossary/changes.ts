// What pages change of glossaries. The API takes categories and terms as a whole or some of their
// texts, so a change reads before it writes where it has to; between both another person may write,
// and then the later one wins.
import {client} from '../../api/client.ts';
import type {Category, Glossary, Term} from '../../api/wire.ts';
import type {Kind} from './glossary-link.ts';

/** What people write about a glossary, a category or a term. */
export type Draft = {
  readonly name: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly examples: readonly string[];
  readonly additionalAttributes: Readonly<Record<string, string>>;
};

/** Members that hold one text each. */
export type TextField = {
  readonly name: 'shortDescription' | 'longDescription' | 'abbreviation' | 'usage' | 'language';
  readonly label: string;
};

const short = {name: 'shortDescription', label: 'Short description'} as const;
const long = {name: 'longDescription', label: 'Long description'} as const;
const usage = {name: 'usage', label: 'Usage'} as const;

/** The texts of each kind besides its name, in the order in which people read them. */
export const textFields: Readonly<Record<Kind, readonly TextField[]>> = {
  glossary: [short, long, {name: 'language', label: 'Language'}, usage],
  category: [short, long],
  term: [short, long, {name: 'abbreviation', label: 'Abbreviation'}, usage],
};

/**
 * The fields of a form, filled with what there is; empty ones for something new. A member that the
 * server left out is an empty field.
 */
export function draftOf(kind: Kind, item: Glossary | Category | Term | undefined): Draft {
  const {name = '', examples = [], additionalAttributes = {}, ...rest} = (item ?? {}) as Term;
  const texts = rest as Readonly<Record<string, unknown>>;
  return {
    name,
    examples,
    additionalAttributes: Object.fromEntries(
      Object.entries(additionalAttributes).map(([key, value]) => [key, value ?? '']),
    ),
    texts: Object.fromEntries(
      textFields[kind].map(field => [field.name, String(texts[field.name] ?? '')]),
    ),
  };
}

/** Where something new goes: into a glossary, and there below a category. */
export type GlossaryParent = {readonly glossaryGuid?: string; readonly categoryGuid?: string};

/** @returns the guid of what was made */
export async function create(
  kind: Kind,
  draft: Draft,
  {glossaryGuid = '', categoryGuid}: GlossaryParent,
): Promise<string> {
  const body = bodyOf(kind, draft);
  const anchor = {glossaryGuid};
  if (kind === 'glossary') return (await client.call('POST /v2/glossary', {body})).guid;
  if (kind === 'category') {
    const parent = categoryGuid === undefined ? {} : {parentCategory: {categoryGuid}};
    return (
      (await client.call('POST /v2/glossary/category', {body: {...body, anchor, ...parent}}))
        .guid ?? ''
    );
  }
  const categories = categoryGuid === undefined ? {} : {categories: [{categoryGuid}]};
  return (
    (await client.call('POST /v2/glossary/term', {body: {...body, anchor, ...categories}})).guid ??
    ''
  );
}

/** Sends what differs, so that what others have changed meanwhile stays. */
export async function save(kind: Kind, guid: string, before: Draft, after: Draft): Promise<void> {
  const texts = changedTexts(before, after);
  const rest = {
    ...(isSame(before.examples, after.examples) ? {} : {examples: [...after.examples]}),
    ...(isSame(before.additionalAttributes, after.additionalAttributes)
      ? {}
      : {additionalAttributes: {...after.additionalAttributes}}),
  };
  if (Object.keys(rest).length === 0) {
    if (Object.keys(texts).length > 0) await savePartly(kind, guid, texts);
    return;
  }
  const change = {...texts, ...rest};
  if (kind === 'term') await changeTerm(guid, term => ({...term, ...change}));
  else if (kind === 'category') await changeCategory(guid, category => ({...category, ...change}));
  else {
    const glossary = await client.call('GET /v2/glossary/{guid}', {
      path: {guid},
      query: {counts: true},
    });
    await client.call('PUT /v2/glossary/{guid}', {path: {guid}, body: {...glossary, ...change}});
  }
}

/** Texts alone go by an address that leaves everything else as it is. */
async function savePartly(kind: Kind, guid: string, body: Record<string, string>): Promise<void> {
  const input = {path: {guid}, body};
  if (kind === 'term') await client.call('PUT /v2/glossary/term/{guid}/partial', input);
  else if (kind === 'category')
    await client.call('PUT /v2/glossary/category/{guid}/partial', input);
  else await client.call('PUT /v2/glossary/{guid}/partial', input);
}

/**
 * The API takes a term only as a whole: it is read again first, so that only what is changed here
 * changes.
 */
export async function changeTerm(guid: string, change: (term: Term) => Term): Promise<void> {
  const term = await client.call('GET /v2/glossary/term/{guid}', {
    path: {guid},
    query: {counts: true},
  });
  // These are changed by requests of their own.
  const {assignedCount: _, classifications: __, glossaryTermHeader: ___, ...rest} = term;
  await client.call('PUT /v2/glossary/term/{guid}', {path: {guid}, body: change(rest)});
}

/** The same for a category. */
export async function changeCategory(
  guid: string,
  change: (category: Category) => Category,
): Promise<void> {
  await client.call('PUT /v2/glossary/category/{guid}', {
    path: {guid},
    body: change(await wholeCategory(guid)),
  });
}

/** Its classifications are changed by requests of their own. */
async function wholeCategory(guid: string): Promise<Category> {
  const {classifications: _, ...rest} = await client.call('GET /v2/glossary/category/{guid}', {
    path: {guid},
  });
  return rest;
}

/** Where a category goes, and what becomes of its terms when that is in another glossary. */
export type CategoryMove = {
  readonly guid: string;
  readonly glossaryGuid: string;
  /** Undefined: the top of the glossary. */
  readonly parentGuid: string | undefined;
  readonly termsOnMove: 'KEEP' | 'MOVE' | 'REMOVE';
};

/**
 * Moves a category with all below it. Its terms stay, come along or leave the glossary, as
 * `termsOnMove` says.
 */
export async function moveCategory(move: CategoryMove): Promise<void> {
  await client.call('PUT /v2/glossary/category/{guid}', await moveRequest(move));
}

/**
 * What moving would do, or the error that it would end in: how many terms and categories would
 * change, and lose categories.
 */
export async function rehearseMove(move: CategoryMove) {
  const {changes} = await client.dryRun(
    'PUT /v2/glossary/category/{guid}',
    await moveRequest(move),
  );
  const {relationships, entities} = changes;
  const ended = [
    ...(relationships?.['purged']?.list ?? []),
    ...(relationships?.['deleted']?.list ?? []),
  ];
  return {
    changed: entities?.['updated']?.count ?? 0,
    endedPlaces: ended.filter(
      one => (one as {typeName?: string}).typeName === 'AtlasGlossaryTermCategorization',
    ).length,
  };
}

async function moveRequest({guid, glossaryGuid, parentGuid, termsOnMove}: CategoryMove) {
  const {parentCategory: _, ...category} = await wholeCategory(guid);
  const parent = parentGuid === undefined ? {} : {parentCategory: {categoryGuid: parentGuid}};
  return {
    path: {guid},
    query: {termsOnMove},
    body: {...category, anchor: {glossaryGuid}, ...parent},
  };
}

/** Empty texts are left out: the server would keep them as texts. */
function bodyOf(kind: Kind, {name, texts, examples, additionalAttributes}: Draft) {
  return {
    name: name.trim(),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(kind === 'term' && examples.length > 0 ? {examples: [...examples]} : {}),
    additionalAttributes: {...additionalAttributes},
  };
}

function changedTexts(before: Draft, after: Draft): Record<string, string> {
  const changed = Object.entries(after.texts).filter(([name, text]) => text !== before.texts[name]);
  return {
    ...Object.fromEntries(changed),
    ...(after.name.trim() === before.name ? {} : {name: after.name.trim()}),
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
