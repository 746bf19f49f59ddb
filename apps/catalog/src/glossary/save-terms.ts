import {
  AppError,
  checkGlossaryName,
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
import {list, parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';
import {checkCount} from '../entity/save-entities.ts';
import {applyGlossary, refuseTakenNames} from './apply-glossary.ts';
import {glossaryRecord, glossaryRecords, termForms} from './glossary-forms.ts';
import {checkNewName, withTexts} from './save-glossary.ts';
import * as shapes from './shapes.ts';

/**
 * POST /glossary/term: a term of the glossary that its anchor names.
 * @throws MISSING_MANDATORY_ANCHOR, GLOSSARY_TERM_QUALIFIED_NAME_CANT_BE_DERIVED, INVALID_DISPLAY_NAME,
 * INSTANCE_GUID_NOT_FOUND, GLOSSARY_TERM_ALREADY_EXISTS
 */
export async function createTerm(c: Catalog, {body}: {body: string}): Promise<GlossaryJson> {
  const [json] = await create(c, [readTermInput(parseBody(shapes.term, body))]);
  return json as GlossaryJson;
}

/** POST /glossary/terms: many terms, all or nothing. */
export async function createTerms(c: Catalog, {body}: {body: string}): Promise<GlossaryJson[]> {
  return await create(c, readInputs(parseBody(list(shapes.term), body), readTermInput));
}

/**
 * PUT /glossary/term/{guid}: relations and attributes that the body leaves out are cleared; without an anchor the term stays
 * in its glossary. A new name leaves the qualified name as it is, another glossary does not.
 * @throws INVALID_NEW_ANCHOR_GUID, INVALID_TERM_RELATION_TO_SELF and what creating throws
 */
export async function updateTerm(c: Catalog, {guid, body}: {guid: Guid; body: string}): Promise<GlossaryJson> {
  const input = readTermInput(parseBody(shapes.term, body));
  checkNewName(input);
  if ([...input.relations.values()].flat().some(one => one.guid === guid)) {
    throw new AppError('INVALID_TERM_RELATION_TO_SELF');
  }
  return await c.write('GlossaryService.updateTerm', async tx => {
    const stored = await glossaryRecord(tx, 'term', guid, 'change');
    const {qualifiedName, glossary} = await placeOf(tx, stored, input);
    await applyGlossary(tx, [termEntity(guid, input, qualifiedName, glossary)], planningOf(c));
    return await formOf(tx.seen(), guid);
  });
}

/** PUT /glossary/term/{guid}/partial: some texts. @throws INVALID_PARTIAL_UPDATE_ATTR */
export async function updateTermTexts(c: Catalog, {guid, body}: {guid: Guid; body: string}): Promise<GlossaryJson> {
  const updates = readPartialUpdate('term', parseBody(shapes.texts, body));
  return await c.write('GlossaryService.updateTerm', async tx => {
    const stored = await glossaryRecord(tx, 'term', guid, 'change');
    checkNewName(withTexts(stored.attributes, updates));
    await applyGlossary(tx, [textsOnly(stored, updates)], planningOf(c));
    return await formOf(tx.seen(), guid);
  });
}

/** Attributes of something stored, and nothing of its relations. */
export function textsOnly({guid, typeName}: EntityRecord, attributes: IncomingEntity['attributes']): IncomingEntity {
  return {guid, typeName, attributes, relationshipAttributes: {}, classifications: []};
}

async function create(c: Catalog, inputs: readonly TermInput[]): Promise<GlossaryJson[]> {
  checkCount(c, inputs.length);
  for (const input of inputs) checkNewTerm(input);
  return await c.write('GlossaryService.createTerm', async tx => {
    const anchors = inputs.map(input => input.anchor ?? '');
    const glossaries = await glossaryRecords(tx, 'glossary', anchors, 'keep');
    const names = glossaries.map((glossary, i) => {
      return termQualifiedName(inputs[i]?.name ?? '', String(glossary.attributes['qualifiedName']));
    });
    const temporary = (i: number) => `-${i + 1}`;
    await refuseTakenNames(tx, 'term', new Map(names.map((name, i) => [temporary(i), name])));
    const entities = inputs.map((input, i) => termEntity(temporary(i), input, names[i] ?? '', anchors[i]));
    const guids = await applyGlossary(tx, entities, planningOf(c));
    const created = entities.map(({guid}) => guids.get(guid) ?? '');
    const seen = tx.seen();
    return await termForms(seen, await glossaryRecords(seen, 'term', created));
  });
}

function checkNewTerm({anchor, name}: TermInput): void {
  if (anchor === undefined) throw new AppError('MISSING_MANDATORY_ANCHOR');
  if (anchor === '') throw new AppError('INVALID_NEW_ANCHOR_GUID');
  if (name.trim() === '') throw new AppError('GLOSSARY_TERM_QUALIFIED_NAME_CANT_BE_DERIVED');
  checkGlossaryName(name);
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
