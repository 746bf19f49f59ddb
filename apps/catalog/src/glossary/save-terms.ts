import {body} from '@gazetteer/kernel';
import {list, nullable} from '@gazetteer/kernel/shape';
import {
  AppError,
  glossaryEdges,
  readInputs,
  readPartialUpdate,
  readTermInput,
  termEntity,
  termQualifiedName,
  type EntityRecord,
  type GlossaryJson,
  type Guid,
  type IncomingEntity,
  type TermInput,
} from '@gazetteer/model';
import type {GraphRead, GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import type {Context} from '../catalog.ts';
import {addingErrors} from '../entity/addresses.ts';
import {planningOf} from '../entity/planning.ts';
import {checkCount} from '../entity/save-entities.ts';
import {badAnchor, badName, badTexts, unknown} from './addresses.ts';
import {applyGlossary, refuseTakenNames} from './apply-glossary.ts';
import {glossaryRecord, glossaryRecords, termForms} from './glossary-forms.ts';
import {checkNewItem, checkNewName, withTexts} from './save-glossary.ts';
import * as shapes from './shapes.ts';

const badTerm = [
  ...unknown,
  ...badName,
  ...badAnchor,
  'GLOSSARY_TERM_QUALIFIED_NAME_CANT_BE_DERIVED',
  'GLOSSARY_TERM_ALREADY_EXISTS',
  'REFERENCED_ENTITY_NOT_FOUND',
  'RELATIONSHIP_INVALID_ENDTYPE',
  'RELATIONSHIP_END_IS_NULL',
  'INVALID_RELATIONSHIP_END_TYPE',
  'RELATIONSHIP_CRUD_INVALID_PARAMS',
  ...addingErrors,
] as const;

/**
 * POST /glossary/term: a term of the glossary that its anchor names.
 * @throws MISSING_MANDATORY_ANCHOR, GLOSSARY_TERM_QUALIFIED_NAME_CANT_BE_DERIVED,
 * INVALID_DISPLAY_NAME, INSTANCE_GUID_NOT_FOUND, GLOSSARY_TERM_ALREADY_EXISTS
 */
export const createTerm = change('POST /v2/glossary/term', {
  summary: 'Create a term',
  description: '`anchor` names the glossary. The name must be unique in it.',
  body: body(shapes.term, readTermInput),
  answer: shapes.term,
  errors: badTerm,
  logAs: 'GlossaryService.createTerm',
  read: ({body: input}, c) => newTerms(c, [input]),
  run: async (tx, inputs, c): Promise<GlossaryJson> =>
    (await create(tx, inputs, c))[0] as GlossaryJson,
});

/** POST /glossary/terms: many terms, all or nothing. */
export const createTerms = change('POST /v2/glossary/terms', {
  summary: 'Create terms, all or none',
  description: 'As POST /v2/glossary/term, for many terms in one transaction.',
  body: body(nullable(list(shapes.term)), json => readInputs(json, readTermInput)),
  answer: list(shapes.term),
  errors: [...badTerm, 'TOO_MANY_ENTITIES'],
  logAs: 'GlossaryService.createTerm',
  read: ({body: inputs}, c) => newTerms(c, inputs),
  run: (tx, inputs, c) => create(tx, inputs, c),
});

/**
 * PUT /glossary/term/{guid}: relations and attributes that the body leaves out are cleared; without
 * an anchor the term stays in its glossary. A new name leaves the qualified name as it is, another
 * glossary does not.
 * @throws INVALID_NEW_ANCHOR_GUID, INVALID_TERM_RELATION_TO_SELF and what creating throws
 */
export const updateTerm = change('PUT /v2/glossary/term/{guid}', {
  summary: 'Change a term; what is left out is cleared, but for its glossary and assigned entities',
  description: 'To change some texts only, use PUT /v2/glossary/term/{guid}/partial.',
  body: body(shapes.term, readTermInput),
  answer: shapes.term,
  errors: [...badTerm, 'INVALID_TERM_RELATION_TO_SELF'],
  logAs: 'GlossaryService.updateTerm',
  read: ({guid, body: input}) => {
    checkNewName(input);
    if ([...input.relations.values()].flat().some(one => one.guid === guid)) {
      throw new AppError('INVALID_TERM_RELATION_TO_SELF');
    }
    return {guid, input};
  },
  run: async (tx, {guid, input}, c): Promise<GlossaryJson> => {
    const stored = await glossaryRecord(tx, 'term', guid, 'change');
    const {qualifiedName, glossary} = await placeOf(tx, stored, input);
    await applyGlossary(tx, [termEntity(guid, input, qualifiedName, glossary)], planningOf(c));
    return await formOf(tx.forCaller(), guid);
  },
});

/** PUT /glossary/term/{guid}/partial: some texts. @throws INVALID_PARTIAL_UPDATE_ATTR */
export const updateTermTexts = change('PUT /v2/glossary/term/{guid}/partial', {
  summary: 'Change texts of a term',
  description: 'The body has texts by attribute, such as `shortDescription`. Other texts are kept.',
  body: body(shapes.texts, json => readPartialUpdate('term', json)),
  answer: shapes.term,
  errors: badTexts,
  logAs: 'GlossaryService.updateTerm',
  run: async (tx, {guid, body: updates}, c): Promise<GlossaryJson> => {
    const stored = await glossaryRecord(tx, 'term', guid, 'change');
    checkNewName(withTexts(stored.attributes, updates));
    await applyGlossary(tx, [textsOnly(stored, updates)], planningOf(c));
    return await formOf(tx.forCaller(), guid);
  },
});

/** Attributes of something stored, and nothing of its relations. */
export function textsOnly(
  {guid, typeName}: EntityRecord,
  attributes: IncomingEntity['attributes'],
): IncomingEntity {
  return {guid, typeName, attributes, relationshipAttributes: {}, classifications: []};
}

/** @throws TOO_MANY_ENTITIES and as `checkNewItem` */
function newTerms(c: Context, inputs: readonly TermInput[]): readonly TermInput[] {
  checkCount(c, inputs.length);
  for (const input of inputs) checkNewItem(input, 'GLOSSARY_TERM_QUALIFIED_NAME_CANT_BE_DERIVED');
  return inputs;
}

/** Creates terms; their glossaries are held against deletion, not against other changes. */
async function create(
  tx: GraphTx,
  inputs: readonly TermInput[],
  c: Context,
): Promise<GlossaryJson[]> {
  const anchors = inputs.map(input => input.anchor ?? '');
  const glossaries = await glossaryRecords(tx, 'glossary', anchors, 'keep');
  const names = glossaries.map((glossary, i) => {
    return termQualifiedName(inputs[i]?.name ?? '', String(glossary.attributes['qualifiedName']));
  });
  const temporary = (i: number) => `-${i + 1}`;
  await refuseTakenNames(tx, 'term', new Map(names.map((name, i) => [temporary(i), name])));
  const entities = inputs.map((input, i) =>
    termEntity(temporary(i), input, names[i] ?? '', anchors[i]),
  );
  const guids = await applyGlossary(tx, entities, planningOf(c));
  const created = entities.map(({guid}) => guids.get(guid) ?? '');
  const seen = tx.forCaller();
  return await termForms(seen, await glossaryRecords(seen, 'term', created));
}

/** The glossary is undefined when it stays the same. */
async function placeOf(
  tx: GraphTx,
  {guid, attributes}: EntityRecord,
  {anchor, name}: TermInput,
): Promise<{qualifiedName: string; glossary: Guid | undefined}> {
  if (anchor === '') throw new AppError('INVALID_NEW_ANCHOR_GUID');
  const [edge] = await tx.edgesAt([{guid, typeName: glossaryEdges.termAnchor, end: 2}]);
  if (anchor === undefined || anchor === edge?.end1) {
    return {qualifiedName: String(attributes['qualifiedName']), glossary: undefined};
  }
  const glossary = await glossaryRecord(tx, 'glossary', anchor, 'keep');
  const qualifiedName = termQualifiedName(name, String(glossary.attributes['qualifiedName']));
  await refuseTakenNames(tx, 'term', new Map([[guid, qualifiedName]]));
  return {qualifiedName, glossary: anchor};
}

async function formOf(graph: GraphRead, guid: Guid): Promise<GlossaryJson> {
  const [json] = await termForms(graph, [await glossaryRecord(graph, 'term', guid)]);
  return json as GlossaryJson;
}
