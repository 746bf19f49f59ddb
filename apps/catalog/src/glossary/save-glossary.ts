import {
  AppError,
  checkGlossaryName,
  glossaryEntity,
  readGlossaryInput,
  readPartialUpdate,
  type Attributes,
  type EntityRecord,
  type GlossaryInput,
  type GlossaryJson,
  type Guid,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';
import {applyGlossary, refuseTakenNames} from './apply-glossary.ts';
import {glossaryForms, glossaryRecord} from './glossary-forms.ts';
import * as shapes from './shapes.ts';

const newGuid = '-1';

/**
 * POST /glossary: its qualified name is its name, unless it is given one.
 * @throws GLOSSARY_QUALIFIED_NAME_CANT_BE_DERIVED, INVALID_DISPLAY_NAME, GLOSSARY_ALREADY_EXISTS
 */
export async function createGlossary(c: Catalog, {body}: {body: string}): Promise<GlossaryJson> {
  const input = readGlossaryInput(parseBody(shapes.glossary, body));
  if (input.qualifiedName === undefined) {
    if (input.name.trim() === '') throw new AppError('GLOSSARY_QUALIFIED_NAME_CANT_BE_DERIVED');
    checkGlossaryName(input.name);
  }
  const {qualifiedName = input.name} = input;
  const named = {...input, name: input.name || qualifiedName};
  return await c.write('GlossaryService.createGlossary', async tx => {
    await refuseTakenNames(tx, 'glossary', new Map([[newGuid, qualifiedName]]));
    const guids = await applyGlossary(tx, [glossaryEntity(newGuid, named, qualifiedName)], planningOf(c));
    return await formOf(tx.seen(), guids.get(newGuid) ?? '');
  });
}

/** PUT /glossary/{guid}: everything but the qualified name, which stays. What the body leaves out is cleared. */
export async function updateGlossary(c: Catalog, {guid, body}: {guid: Guid; body: string}): Promise<GlossaryJson> {
  const input = readGlossaryInput(parseBody(shapes.glossary, body));
  return await update(c, guid, () => input);
}

/** PUT /glossary/{guid}/partial: some texts. @throws INVALID_PARTIAL_UPDATE_ATTR */
export async function updateGlossaryTexts(c: Catalog, {guid, body}: {guid: Guid; body: string}): Promise<GlossaryJson> {
  const updates = readPartialUpdate('glossary', parseBody(shapes.texts, body));
  return await update(c, guid, ({attributes}) => withTexts(attributes, updates));
}

/** The plain attributes of what is stored, with some of them replaced. */
export function withTexts(stored: Attributes, updates: Attributes): GlossaryInput {
  const {name, qualifiedName, ...attributes} = {...stored, ...updates};
  return {name: String(name ?? ''), qualifiedName: String(qualifiedName), attributes, classifications: []};
}

/** @throws BAD_REQUEST for an empty name, INVALID_DISPLAY_NAME */
export function checkNewName({name}: GlossaryInput): void {
  if (name.trim() === '') throw new AppError('BAD_REQUEST', ["DisplayName can't be null/empty"]);
  checkGlossaryName(name);
}

async function update(
  c: Catalog,
  guid: Guid,
  inputFor: (stored: EntityRecord) => GlossaryInput,
): Promise<GlossaryJson> {
  return await c.write('GlossaryService.updateGlossary', async tx => {
    const stored = await glossaryRecord(tx, 'glossary', guid, 'change');
    const input = inputFor(stored);
    checkNewName(input);
    await applyGlossary(tx, [glossaryEntity(guid, input, String(stored.attributes['qualifiedName']))], planningOf(c));
    return await formOf(tx.seen(), guid);
  });
}

async function formOf(graph: GraphRead, guid: Guid): Promise<GlossaryJson> {
  const [json] = await glossaryForms(graph, [await glossaryRecord(graph, 'glossary', guid)]);
  return json as GlossaryJson;
}
