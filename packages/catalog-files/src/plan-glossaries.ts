import {termRelations} from '@gazetteer/model';
import {existing, type Ref} from './batch.ts';
import {
  categoriesIn,
  inPath,
  merged,
  whatIs,
  type Category,
  type Glossary,
  type Json,
  type Term,
} from './declared.ts';
import {changesIn, directTags, planTags, type Planning} from './planning.ts';
import type {CategoryThere, GlossaryThere} from './read-catalog.ts';

type Header = Json & {readonly termGuid: unknown};
/** Related terms by field and `term@glossary`. */
type Relations = Map<string, Map<string, Header>>;

type TermPlan = {
  readonly name: string;
  readonly term: Term;
  readonly ref: Ref;
  /** As it is there, or as the batch makes it. */
  readonly json: Json;
  readonly isNew: boolean;
  readonly relations: Relations;
  readonly details: string[];
  /** Those that it is to be in, where that is a change. */
  categories?: readonly Json[];
};

/** Glossaries first, then their categories from the top, terms, and what relates them. */
export function planGlossaries(
  planning: Planning,
  declared: readonly Glossary[],
  there: ReadonlyMap<string, GlossaryThere>,
): void {
  const plans = new Map<string, TermPlan>();
  const nameOf = (guid: unknown) => planning.termNames.get(String(guid)) ?? String(guid);
  for (const glossary of declared) {
    const known = there.get(glossary.name);
    const ref = planGlossary(planning, glossary, known);
    const categories = new Map(
      Array.from(known?.categories ?? [], ([path, one]) => [path, existing(one.guid)]),
    );
    planCategories(planning, glossary, {ref, known: known?.categories, categories});
    for (const term of glossary.terms) {
      const name = whatIs.term(term.name, glossary.name);
      const before = known?.terms.get(term.name);
      plans.set(name, planTerm(planning, name, term, {anchor: ref, before, categories, nameOf}));
    }
  }
  for (const plan of plans.values()) planRelations(planning, plan, plans);
  for (const plan of plans.values()) finishTerm(planning, plan);
}

function planGlossary(
  {batch, differences}: Planning,
  {name, texts}: Glossary,
  known: GlossaryThere | undefined,
): Ref {
  const what = whatIs.glossary(name);
  if (known === undefined) {
    differences.push({kind: 'add', what, details: []});
    return batch.make('/v2/glossary', {name, ...texts});
  }
  const ref = existing(known.guid);
  const details = changesIn(known.json, texts);
  if (details.length > 0) {
    differences.push({kind: 'change', what, details});
    const {terms: _, categories: __, ...json} = known.json;
    batch.add('PUT', `/v2/glossary/${ref.path}`, merged(json, texts));
  }
  return ref;
}

function planCategories(
  {batch, differences}: Planning,
  glossary: Glossary,
  {
    ref,
    known = new Map(),
    categories,
  }: {
    ref: Ref;
    known: ReadonlyMap<string, CategoryThere> | undefined;
    categories: Map<string, Ref>;
  },
): void {
  const plan = (list: readonly Category[], parent: string | undefined) => {
    for (const {name, texts, categories: below} of list) {
      const path = parent === undefined ? inPath(name) : `${parent}/${inPath(name)}`;
      const what = whatIs.category(path, glossary.name);
      const before = known.get(path);
      if (before === undefined) {
        const above = parent === undefined ? undefined : categories.get(parent);
        const made = batch.make('/v2/glossary/category', {
          name,
          anchor: {glossaryGuid: ref.body},
          ...(above === undefined ? {} : {parentCategory: {categoryGuid: above.body}}),
          ...texts,
        });
        categories.set(path, made);
        differences.push({kind: 'add', what, details: []});
      } else {
        const details = changesIn(before.json, texts);
        const at = `/v2/glossary/category/${existing(before.guid).path}`;
        if (details.length > 0) {
          batch.add('PUT', at, merged(before.json, texts));
          differences.push({kind: 'change', what, details});
        }
      }
      plan(below, path);
    }
  };
  plan(glossary.categories, undefined);
}

function planTerm(
  {batch, differences, terms}: Planning,
  name: string,
  term: Term,
  {
    anchor,
    before,
    categories,
    nameOf,
  }: {
    anchor: Ref;
    before: Json | undefined;
    categories: ReadonlyMap<string, Ref>;
    nameOf: (termGuid: unknown) => string;
  },
): TermPlan {
  const wanted = (term.categories ?? []).flatMap(path => {
    const found = categories.get(path);
    if (found === undefined)
      differences.push({kind: 'problem', what: `term ${name}`, details: [`no category ${path}`]});
    return found === undefined ? [] : [{categoryGuid: found.body}];
  });
  if (before === undefined) {
    const json = {
      name: term.name,
      anchor: {glossaryGuid: anchor.body},
      ...term.texts,
      ...(wanted.length === 0 ? {} : {categories: wanted}),
    };
    const ref = batch.make('/v2/glossary/term', json);
    terms.set(name, ref);
    const plan = {name, term, ref, json, isNew: true, relations: new Map(), details: []};
    return plan;
  }
  const plan: TermPlan = {
    name,
    term,
    ref: existing(String(before['guid'])),
    json: before,
    isNew: false,
    relations: relationsOf(before, nameOf),
    details: changesIn(before, term.texts),
  };
  if (term.categories !== undefined) planPlaces(plan, wanted, term.categories);
  return plan;
}

/** The categories of a term that is there. */
function planPlaces(plan: TermPlan, wanted: readonly Json[], paths: readonly string[]): void {
  const there = (plan.json['categories'] ?? []) as readonly Json[];
  const guids = new Set(wanted.map(one => one['categoryGuid']));
  const kept = there.filter(one => guids.has(one['categoryGuid']));
  const known = new Set(there.map(one => one['categoryGuid']));
  const added = wanted.filter(one => !known.has(one['categoryGuid']));
  if (added.length === 0 && kept.length === there.length) return;
  plan.categories = [...kept, ...added];
  const before = there.map(one => String(one['displayText'])).join(', ');
  plan.details.push(`categories: ${before || '(nothing)'} -> ${paths.join(', ') || '(nothing)'}`);
}

/**
 * What is related from one side is related from the other, too: both are kept, so that a request
 * about the other term does not take it away again.
 */
function planRelations(
  {differences, terms}: Planning,
  plan: TermPlan,
  plans: ReadonlyMap<string, TermPlan>,
): void {
  for (const [field, wanted] of Object.entries(plan.term.relations)) {
    const contradicting = wanted.filter(name => {
      const said = plans.get(name)?.term.relations[inverseOf(field)];
      return said !== undefined && !said.includes(plan.name);
    });
    for (const name of contradicting)
      differences.push({
        kind: 'problem',
        what: `term ${plan.name}`,
        details: [`${field}: ${name} does not list it in ${inverseOf(field)}`],
      });
    const there = fieldOf(plan.relations, field);
    for (const name of there.keys()) {
      if (wanted.includes(name)) continue;
      there.delete(name);
      plan.details.push(`- ${field} ${name}`);
      const other = plans.get(name);
      if (other !== undefined) fieldOf(other.relations, inverseOf(field)).delete(plan.name);
    }
    for (const name of wanted) {
      if (there.has(name)) continue;
      const ref = terms.get(name);
      if (ref === undefined) {
        differences.push({
          kind: 'problem',
          what: `term ${plan.name}`,
          details: [`${field}: there is no term ${name}`],
        });
        continue;
      }
      there.set(name, {termGuid: ref.body});
      plan.details.push(`+ ${field} ${name}`);
      const other = plans.get(name);
      if (other !== undefined)
        fieldOf(other.relations, inverseOf(field)).set(plan.name, {termGuid: plan.ref.body});
    }
  }
}

function finishTerm({batch, differences}: Planning, plan: TermPlan): void {
  const {name, term, ref, json, isNew, relations, details} = plan;
  if (details.length > 0) {
    const fields = Array.from(relations, ([field, list]) => [field, [...list.values()]] as const);
    batch.add('PUT', `/v2/glossary/term/${ref.path}`, {
      ...(merged(json, term.texts) as Json),
      guid: ref.body,
      ...(plan.categories === undefined ? {} : {categories: plan.categories}),
      ...Object.fromEntries(fields),
    });
  }
  const direct = isNew ? [] : directTags(json);
  const all = [...details, ...planTags(batch, ref.path, direct, term.tags)];
  if (isNew || all.length > 0)
    differences.push({kind: isNew ? 'add' : 'change', what: `term ${name}`, details: all});
}

/**
 * What the glossary has and the files do not say. After all else, as a term that is assigned to
 * something cannot be removed.
 */
export function removeOthers(
  {batch, differences, prunes}: Planning,
  glossary: Glossary,
  known: GlossaryThere | undefined,
): void {
  if (known === undefined) return;
  const kind = prunes ? 'remove' : 'extra';
  const terms = new Set(glossary.terms.map(one => one.name));
  for (const [name, json] of known.terms) {
    if (terms.has(name)) continue;
    differences.push({kind, what: `term ${whatIs.term(name, glossary.name)}`, details: []});
    if (prunes) batch.add('DELETE', `/v2/glossary/term/${existing(String(json['guid'])).path}`);
  }
  const paths = new Set(categoriesIn(glossary.categories).map(one => one.path));
  const deepest = [...known.categories.values()].sort((a, b) => b.path.length - a.path.length);
  for (const {path, guid} of deepest) {
    if (paths.has(path)) continue;
    differences.push({kind, what: whatIs.category(path, glossary.name), details: []});
    if (prunes) batch.add('DELETE', `/v2/glossary/category/${existing(guid).path}`);
  }
}

function relationsOf(json: Json, nameOf: (termGuid: unknown) => string): Relations {
  return new Map(
    termRelations.map(({field}) => [
      field,
      new Map(((json[field] ?? []) as Header[]).map(one => [nameOf(one.termGuid), one])),
    ]),
  );
}

function fieldOf(relations: Relations, field: string): Map<string, Header> {
  const list = relations.get(field) ?? new Map<string, Header>();
  relations.set(field, list);
  return list;
}

function inverseOf(field: string): string {
  const own = termRelations.find(one => one.field === field);
  const other = termRelations.find(
    one => one.typeName === own?.typeName && (own.end === 'either' || one.end !== own.end),
  );
  return other?.field ?? field;
}
